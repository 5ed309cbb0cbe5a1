/** Returns a silent ogg stream with an opus header, which a server must recognise as such. */
export const oggOpus = (): Buffer => {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const page = Buffer.alloc(28);
  page.write('OggS', 0, 'latin1');
  page[5] = 2;
  page.writeUInt32LE(1, 14);
  page[26] = 1;
  page[27] = head.length;
  return Buffer.concat([page, head, Buffer.alloc(200)]);
};
