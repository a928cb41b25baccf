import { expect, test } from 'vitest';
import { handMadePdf } from '../../../../test/support/hand-made-pdf.ts';
import { bodyOf } from '../../../../test/support/read-pdf-body.ts';
import { readPdf } from './read-pdf.ts';

/** A page with annotations over its text. */
function formPdf(content: string, annotations: readonly string[]): Uint8Array {
  const numbers = annotations.map((_, index) => `${index + 6} 0 R`).join(' ');
  return handMadePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${numbers}] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Annots [${numbers}] /Resources << /Font << /F1 4 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    { entries: '', bytes: Buffer.from(content) },
    ...annotations.map((entries) => `<< /Type /Annot ${entries} >>`),
  ]);
}

function label(text: string, y: number): string {
  return `BT /F1 10 Tf 72 ${y} Td (${text}) Tj ET `;
}

test('what was filled into a form stands beside its labels', async () => {
  const { text } = await readPdf(
    formPdf(
      label('Name:', 700) +
        label('Port:', 660) +
        label('Insured:', 620) +
        label('For hire:', 580) +
        label('Remarks:', 540) +
        label('Drawn:', 460) +
        'BT /F1 10 Tf 124 460 Td (twice) Tj ET',
      [
        '/Subtype /Widget /FT /Tx /T (name) /V (Ann Lee) /DA (/F1 10 Tf 0 g) /Rect [120 695 300 712]',
        '/Subtype /Widget /FT /Ch /T (port) /V (u) /Opt [[(k) (Kiel)] [(u) (Ulm)]] /DA (/F1 0 Tf 0 g) /Rect [120 655 300 672]',
        '/Subtype /Widget /FT /Btn /T (in) /V /Yes /AS /Yes /AP << /N << /Yes 5 0 R /Off 5 0 R >> >> /Rect [120 615 132 627]',
        '/Subtype /Widget /FT /Btn /T (hi) /V /Off /AS /Off /AP << /N << /Yes 5 0 R /Off 5 0 R >> >> /Rect [120 575 132 587]',
        '/Subtype /Widget /FT /Tx /Ff 4096 /T (re) /V (Leaks.\\nFloats.) /DA (/F1 10 Tf 0 g) /Rect [120 490 300 550]',
        '/Subtype /Widget /FT /Tx /T (twice) /V (twice) /DA (/F1 10 Tf 0 g) /Rect [120 455 300 472]',
        '/Subtype /Widget /F 2 /FT /Tx /T (hidden) /V (hidden) /Rect [320 695 400 712]',
        '/Subtype /Widget /Ff 8192 /FT /Tx /T (word) /V (password) /Rect [320 655 400 672]',
        '/Subtype /FreeText /Contents (APPROVED) /DA (/F1 10 Tf 0 g) /Rect [72 395 300 412]',
      ],
    ),
  );
  expect(text.split('\n').map((line) => line.replaceAll('\t', ' '))).toEqual([
    'Name: Ann Lee',
    'Port: Ulm',
    'Insured: ☑',
    'For hire:',
    'Remarks: Leaks. Floats.',
    'Drawn: twice',
    'APPROVED',
  ]);
});

test('a tagged form has its values where its tags place them', async () => {
  const bytes = handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 7 0 R /AcroForm << /Fields [6 0 R] >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /StructParents 0 /MediaBox [0 0 595 842] /Contents 5 0 R /Annots [6 0 R] /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    { entries: '', bytes: Buffer.from(`/H1 << /MCID 0 >> BDC ${label('Name', 700)} EMC`) },
    '<< /Type /Annot /Subtype /Widget /StructParent 1 /FT /Tx /T (name) /V (Ann Lee) /DA (/F1 10 Tf 0 g) /P 3 0 R /Rect [72 735 300 752] >>',
    '<< /Type /StructTreeRoot /K [8 0 R] /ParentTree << /Nums [0 [9 0 R] 1 10 0 R] >> >>',
    '<< /Type /StructElem /S /Document /P 7 0 R /K [9 0 R 10 0 R] >>',
    '<< /Type /StructElem /S /H1 /P 8 0 R /Pg 3 0 R /K 0 >>',
    '<< /Type /StructElem /S /Form /P 8 0 R /Pg 3 0 R /K << /Type /OBJR /Obj 6 0 R /Pg 3 0 R >> >>',
  ]);
  expect(await bodyOf(bytes)).toContain('<h1>Name</h1><p>Ann Lee</p>');
});
