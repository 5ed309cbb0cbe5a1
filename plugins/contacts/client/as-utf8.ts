const textName = /\.(csv|txt)$/i;

/**
 * A text file in UTF-8, which is all that the server takes. Spreadsheet programs save csv files in the computer's older
 * writing (Windows-1252) or in UTF-16.
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
