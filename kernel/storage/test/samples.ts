import sharp from 'sharp';

/** Builds a ZIP of stored files, sufficient for a type sniffer. */
function zip(files: Record<string, string>): Buffer {
  return Buffer.concat(
    Object.entries(files).flatMap(([name, text]) => {
      const head = Buffer.alloc(30);
      head.writeUInt32LE(0x04034b50, 0);
      head.writeUInt16LE(20, 4);
      head.writeUInt32LE(text.length, 18);
      head.writeUInt32LE(text.length, 22);
      head.writeUInt16LE(name.length, 26);
      return [head, Buffer.from(name), Buffer.from(text)];
    }),
  );
}
const office = (kind: string): Buffer =>
  zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml" PartName="/x.xml"/></Types>`,
  });
const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const webm = (codec: string): Buffer =>
  Buffer.concat([
    Buffer.from(
      '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff',
      'hex',
    ),
    Buffer.from(codec),
    Buffer.alloc(64),
  ]);

export const png = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#803b83' } })
    .png()
    .toBuffer();

/** A picture of a few kilobytes that declares 30,000 pixels of width and height. */
export async function pictureBomb(): Promise<Buffer> {
  const bytes = Buffer.from(await png());
  bytes.writeUInt32BE(30_000, 16);
  bytes.writeUInt32BE(30_000, 20);
  const { crc32 } = await import('node:zlib');
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

export const samples: Record<string, Buffer> = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'.padEnd(2_000, ' ')),
  mp3: Buffer.concat([
    Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1'),
    Buffer.from([0xff, 0xfb, 0x90, 0x64]),
    Buffer.alloc(2_000),
  ]),
  amr: Buffer.from(`#!AMR\n${'x'.repeat(100)}`),
  opus: Buffer.concat([
    Buffer.from('OggS\x00\x02', 'latin1'),
    Buffer.alloc(22),
    Buffer.from('OpusHead'),
    Buffer.alloc(100),
  ]),
  mp4: Buffer.concat([
    Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isom', 'latin1'),
    Buffer.alloc(20_000, 'vide'),
  ]),
  recording: Buffer.concat([
    Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isom', 'latin1'),
    Buffer.from('hdlrsoun'),
    Buffer.alloc(100),
  ]),
  docx: office('wordprocessingml.document'),
  xlsx: office('spreadsheetml.sheet'),
  pptx: office('presentationml.presentation'),
  oldOffice,
  webmFilm: webm('V_VP8 A_OPUS'),
  webmSound: webm('A_OPUS'),
  html: Buffer.from('<!doctype html><html><script>alert(document.domain)</script></html>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  xmlSvg: Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  text: Buffer.from('nome;número\nJosé;5511999990000\n'),
  latin1: Buffer.from('nome;n\xfamero\n', 'latin1'),
  program: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]),
  noise: Buffer.from([1, 2, 3, 0, 255, 254, 9]),
};
