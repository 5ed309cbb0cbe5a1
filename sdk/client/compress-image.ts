const quality = 0.7;

/**
 * Compresses a picture before it is uploaded: JPEG of quality 0.7, with as many pixels as before. Other types than JPEG
 * and PNG (GIF and WebP may be animated), pictures that this browser cannot decode, and files that would not become
 * smaller are returned unchanged.
 */
export async function compressImage(file: File): Promise<File> {
  if (!/^image\/(jpeg|png)$/.test(file.type)) return file;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  try {
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext('2d');
    if (!context) return file;
    // JPEG has no transparency: what is transparent would become black and hide a scanned signature.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.(png|jpe?g)$/i, '') + '.jpg', { type: 'image/jpeg' });
  } finally {
    bitmap.close();
  }
}
