import { crc32, deflateSync } from 'node:zlib';

const escapePdf = (text: string): Buffer => Buffer.from(text.replace(/[\\()]/g, '\\$&'), 'latin1');

/** Draws a page with a title and a few lines: small, and readable by any reader. */
export const pdf = (title: string, lines: readonly string[]): Uint8Array => {
  const text = Buffer.concat([
    Buffer.from('BT /F1 18 Tf 72 760 Td ('),
    escapePdf(title),
    Buffer.from(') Tj /F1 11 Tf 0 -36 Td 16 TL'),
    ...lines.flatMap((line) => [Buffer.from(' ('), escapePdf(line), Buffer.from(') Tj T*')]),
    Buffer.from(' ET'),
  ]);
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    Buffer.concat([Buffer.from(`<< /Length ${text.length} >>\nstream\n`), text, Buffer.from('\nendstream')]),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${table}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const width = 640;
const height = 400;
type Colour = readonly [number, number, number];
const ink: Colour = [96, 94, 102];
const blue: Colour = [38, 84, 160];

/** Lines of print on the sheet, as left, top, right and bottom in the sheet's units. */
const print: readonly [number, number, number, number, Colour][] = [
  [-130, -150, -96, -122, blue],
  [-84, -148, 40, -140, ink],
  [-84, -134, 10, -126, ink],
  [-130, -92, 60, -80, ink],
  ...[-52, -34, -16, 2, 20, 56, 74, 92].map((top, line): [number, number, number, number, Colour] => [
    -130,
    top,
    line % 3 === 2 ? 60 : 130,
    top + 7,
    [150, 148, 156],
  ]),
];

const colourAt = (x: number, y: number): Colour => {
  const [dx, dy] = [x - width / 2, y - height / 2 - 20];
  const [u, v] = [dx * 0.985 + dy * 0.17, dy * 0.985 - dx * 0.17];
  if (Math.abs(u) < 165 && v > -180 && v < 230) {
    const mark = print.find(([left, top, right, bottom]) => u > left && u < right && v > top && v < bottom);
    return mark?.[4] ?? [246 - Math.round(v / 40), 244 - Math.round(v / 40), 236 - Math.round(v / 30)];
  }
  const shade = u > -158 && u < 176 && v > -172 ? 26 : 0;
  const grain = Math.round(6 * Math.sin(y / 7 + 2 * Math.sin(x / 90)));
  return [132 + grain - shade, 94 + grain - shade, 62 + grain - shade];
};

/** Draws a letter on a wooden table, like a photograph. */
export const photo = (): Uint8Array => {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colourAt(x, y), y * (width * 3 + 1) + 1 + x * 3);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
