/** Reads a Pix code as a bank would, independently of our writer: the checksum is computed by division, bit by bit. */
type Fields = { [id: string]: string | Fields };

const read = (text: string, depth = 0): Fields => {
  const fields: Fields = {};
  let rest = text;
  while (rest !== '') {
    const found = /^(\d\d)(\d\d)/.exec(rest);
    if (!found) throw new Error(`no field at "${rest.slice(0, 10)}"`);
    const [, id = '', length = '0'] = found;
    const value = rest.slice(4, 4 + Number(length));
    if (value.length !== Number(length)) throw new Error(`field ${id} is truncated`);
    fields[id] = depth === 0 && (id === '26' || id === '62') ? read(value, 1) : value;
    rest = rest.slice(4 + Number(length));
  }
  return fields;
};

const divisor = 0x11021n;
const checkOf = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1');
  // The polynomial’s remainder, with sixteen ones in front and sixteen zeros behind.
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  const bits = BigInt(bytes.length * 8);
  value = (value << 16n) ^ (0xffffn << bits);
  for (let at = bits + 15n; at >= 16n; at -= 1n) if ((value >> at) & 1n) value ^= divisor << (at - 16n);
  return (value & 0xffffn).toString(16).toUpperCase().padStart(4, '0');
};

export const decoded = (code: string): { valid: boolean; fields: Fields } => ({
  valid: checkOf(code.slice(0, -4)) === code.slice(-4) && checkOf('123456789') === '29B1',
  fields: read(code),
});
