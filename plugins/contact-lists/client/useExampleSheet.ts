import { useToasts } from '@balcao/sdk/client';
import { saveFile } from './save-file.ts';

/** Returns a function that downloads a sample spreadsheet with the columns that the import recognises. */
export function useExampleSheet(): () => void {
  const toasts = useToasts();
  return () =>
    void saveFile('/contact-lists/sample', {}, 'lista-de-contatos.xlsx').catch((error: unknown) => toasts.error(error));
}
