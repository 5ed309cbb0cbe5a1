import type { Page } from 'playwright-core';

/** A file as a person has it on the desk. */
export interface DeskFile {
  name: string;
  type: string;
  bytes: Buffer;
  /** Filled up to so many bytes. */
  length?: number;
}

const types: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  mp4: 'video/mp4',
  exe: 'application/octet-stream',
};

/** Some paper: what it holds is nobody's matter. */
export const paperOf = (name: string): DeskFile => ({
  name,
  type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  bytes: Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF\n'),
});

/** A photograph of the browser's own making: noise, which no lossless format makes small. */
export const pictureOf = async (page: Page, name: string, width: number, height: number): Promise<DeskFile> => {
  const base64 = await page.evaluate<string, [number, number]>(
    ([wide, high]) => {
      const canvas = document.createElement('canvas');
      canvas.width = wide;
      canvas.height = high;
      const context = canvas.getContext('2d')!;
      const data = context.createImageData(wide, high);
      for (let at = 0; at < data.data.length; at += 1) {
        data.data[at] = at % 4 === 3 ? 255 : ((at % (wide * 4)) / (wide * 4)) * 200 + Math.random() * 55;
      }
      context.putImageData(data, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height],
  );
  return { name, type: 'image/png', bytes: Buffer.from(base64, 'base64') };
};

interface Handed {
  kind: 'paste' | 'drop';
  files: { name: string; type: string; base64: string; length: number }[];
}

const hand = (page: Page, kind: Handed['kind'], files: readonly DeskFile[]): Promise<void> =>
  page.evaluate<void, Handed>(
    ({ kind: how, files: given }) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64, length } of given) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        const filling = new Uint8Array(Math.max(0, length - bytes.length));
        transfer.items.add(new File([bytes, filling], name, { type }));
      }
      const common = { bubbles: true, cancelable: true };
      if (how === 'paste') {
        const field = document.querySelector('textarea')!;
        field.dispatchEvent(new ClipboardEvent('paste', { ...common, clipboardData: transfer }));
        return;
      }
      const log = document.querySelector('[role=log]')!;
      for (const name of ['dragenter', 'dragover', 'drop']) {
        log.dispatchEvent(new DragEvent(name, { ...common, dataTransfer: transfer }));
      }
    },
    {
      kind,
      files: files.map(({ name, type, bytes, length = 0 }) => ({
        name,
        type,
        base64: bytes.toString('base64'),
        length,
      })),
    },
  );

/** Pastes files into the field. */
export const pasteFiles = (page: Page, files: readonly DeskFile[]): Promise<void> => hand(page, 'paste', files);
/** Drops files on the conversation. */
export const dropFiles = (page: Page, files: readonly DeskFile[]): Promise<void> => hand(page, 'drop', files);
