const textName = /\.(csv|txt)$/i;

/**
 * Converts a text file to UTF-8, the only encoding that the server accepts. Spreadsheet programs save CSV files in
 * Windows-1252 or UTF-16.
 */
export async function asUtf8(file: File): Promise<File> {
  if (!textName.test(file.name)) return file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : '';
  if (utf16 === '' && isUtf8(bytes)) return file;
  const text = new TextDecoder(utf16 || 'windows-1252').decode(bytes);
  return new File([text], file.name, { type: 'text/plain' });
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
