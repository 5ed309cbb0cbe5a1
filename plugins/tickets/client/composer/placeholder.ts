import type { useT } from '@balcao/sdk/client';
import type { Draft } from '../model/drafts.ts';
import { shortName } from '../model/names.ts';

export interface PlaceholderInput {
  draft: Draft;
  /** The contact's name. */
  name: string;
  isNote: boolean;
  isShort: boolean;
}

/** Returns the placeholder of the empty field. */
export function placeholderOf({ draft, name, isNote, isShort }: PlaceholderInput, t: ReturnType<typeof useT>): string {
  const { files, selected } = draft;
  const chosen = files.find(({ id }) => id === selected);
  if (chosen) return files.length > 1 ? t('composer.captionOf', { name: chosen.file.name }) : t('composer.caption');
  if (isNote) return t('composer.notePlaceholder');
  return isShort ? t('composer.short') : t('composer.placeholder', { name: shortName(name) });
}
