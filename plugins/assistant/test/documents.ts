import { strToU8, zipSync } from 'fflate';

/** A Word document: lines that begin with # are headings. */
export const docx = (lines: readonly string[]): Uint8Array<ArrayBuffer> => {
  const paragraphs = lines.map((line) =>
    line.startsWith('# ')
      ? `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${line.slice(2)}</w:t></w:r></w:p>`
      : `<w:p><w:r><w:t xml:space="preserve">${line.slice(0, 5)}</w:t></w:r><w:r><w:t xml:space="preserve">${line.slice(5)}</w:t></w:r></w:p>`,
  );
  const xml = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`;
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  return new Uint8Array(
    zipSync({
      '[Content_Types].xml': strToU8(types),
      '_rels/.rels': strToU8('<Relationships/>'),
      'word/document.xml': strToU8(xml),
    }),
  );
};

/** A PDF of one page for each text, in Latin letters. */
export const pdf = (pages: readonly string[]): Uint8Array<ArrayBuffer> => {
  const objects: string[] = [];
  const ids = pages.map((_page, index) => 4 + index * 2);
  objects[1] = '<< /Type /Catalog /Pages 2 0 R >>';
  objects[2] = `<< /Type /Pages /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`;
  objects[3] = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
  for (const [index, page] of pages.entries()) {
    const id = 4 + index * 2;
    const stream = page === '' ? '' : `BT /F1 12 Tf 50 700 Td (${page.replace(/[()\\]/g, '\\$&')}) Tj ET`;
    objects[id] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${id + 1} 0 R >>`;
    objects[id + 1] = `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
  }
  let file = '%PDF-1.4\n';
  const places: number[] = [];
  for (let id = 1; id < objects.length; id += 1) {
    places[id] = file.length;
    file += `${id} 0 obj\n${objects[id]}\nendobj\n`;
  }
  const table = file.length;
  const rows = places.slice(1).map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length}\n0000000000 65535 f \n${rows.join('')}trailer\n<< /Size ${objects.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
};
