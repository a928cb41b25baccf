const pages: readonly (readonly string[])[] = [
  [
    'Saltmarsh Harbour: tide table, June 2026',
    'Heights in metres above chart datum, times in local time.',
    'Date          High water   Height   Low water   Height',
    '1 June 2026   04:12        5.31     10:25       0.84',
    '2 June 2026   04:58        5.47     11:11       0.71',
    '3 June 2026   05:44        5.52     11:57       0.66',
    '4 June 2026   06:31        5.44     12:42       0.73',
  ],
  [
    'Notes for skippers',
    'The bar is not passable below 1.20 m. Harbour master: VHF channel 12.',
    'Next issue: 1 July 2026. Price: 2.50 GBP.',
  ],
];

/** A small PDF 1.4 of two pages of Helvetica, with a title; the same bytes each time. */
export function fixturePdf(): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((lines, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      toStream(lines),
    ]),
    '<< /Title (Saltmarsh Harbour tide table) /Author (Saltmarsh Harbour Office) >>',
  ];

  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  // Each entry is exactly 20 bytes long: that is how readers find the n-th one.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\n`;
  file += `startxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function toStream(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`);
  const content = `BT /F1 11 Tf 16 TL 56 780 Td\n${shown.join('\n')}\nET`;
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}
