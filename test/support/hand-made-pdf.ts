/** An object of a PDF file: its dictionary or other value, or a stream of bytes with its dictionary's entries. */
export type HandMadeObject = string | { readonly entries: string; readonly bytes: Uint8Array };

/** A PDF of the given objects, numbered from 1; the first is the catalogue. Whatever they say is written as it is. */
export function handMadePdf(objects: readonly HandMadeObject[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  const offsets = objects.map((object, index) => {
    const offset = length;
    if (typeof object === 'string') add(Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`));
    else {
      const { entries, bytes } = object;
      add(Buffer.from(`${index + 1} 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\n`));
      add(Buffer.from(bytes));
      add(Buffer.from('\nendstream\nendobj\n'));
    }
    return offset;
  });
  const start = length;
  const entries = offsets
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`));
  add(
    Buffer.from(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** One page of Helvetica whose content stream is given, with the entries of the stream's dictionary. */
export function onePagePdf(content: Uint8Array, entries = '', resources = ''): Uint8Array {
  return handMadePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> ${resources} >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    { entries, bytes: content },
  ]);
}

/** A piece of text on a page of 595 × 842 points; `y` grows upwards. */
export interface PlacedText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** @default 10 */
  readonly size?: number;
}

/** A page of text at given places, untagged, as simple programs write it. */
export function placedPdf(texts: readonly PlacedText[]): Uint8Array {
  const drawn = texts.map(
    ({ x, y, text, size = 10 }) =>
      `BT /F1 ${size} Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`,
  );
  return onePagePdf(Buffer.from(drawn.join('\n'), 'latin1'));
}
