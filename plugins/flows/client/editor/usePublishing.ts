import { useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { useEditorState } from './context.ts';
import type { Published } from './usePublished.ts';

const draftOnlyKey = 'balcao.flows.draft-only';
const readDraftOnly = (): boolean => {
  try {
    return localStorage.getItem(draftOnlyKey) === '1';
  } catch {
    return false;
  }
};

interface Options {
  live: { number: number | null; running: number };
  published: Published;
  onPublish(isDraftOnly: boolean): Promise<void>;
}

/** The button that publishes, or only stores: its texts, why it is barred, and what it does. */
export interface Publishing {
  label: string;
  /** Its accessible name: the specification's words too. */
  name: string;
  tip: string;
  isBarred: boolean;
  isBusy: boolean;
  isDraftOnly: boolean;
  chooseDraftOnly(value: boolean): void;
  run(asDraft?: boolean): Promise<void>;
  /** It can be published with a word about what changed: there is a version before it. */
  canNote: boolean;
}

export const usePublishing = ({ live, published, onPublish }: Options): Publishing => {
  const t = useT();
  const [isDraftOnly, setDraftOnly] = useState(readDraftOnly);
  const [isBusy, setBusy] = useState(false);
  const hasErrors = useEditorState(({ problems }) => problems.some(({ level }) => level === 'error'));
  const number = published.next;
  const isSame = live.number !== null && published.changes?.total === 0;
  const isBarred = (hasErrors || isSame) && !isDraftOnly;
  const canNote = live.number !== null && !hasErrors && !isSame;
  const label = isDraftOnly ? t('editor.save') : isSame ? t('editor.noChanges') : t('editor.publish', { number });
  const name = isDraftOnly || isSame ? label : t('editor.saveAndPublish', { number });
  const tip = isBarred
    ? isSame
      ? t('editor.isLive', { number: live.number })
      : t('editor.barred')
    : live.running > 0 && live.number !== null && !isDraftOnly
      ? t('editor.stay', { count: live.running, number: live.number })
      : name;
  const chooseDraftOnly = (value: boolean) => {
    setDraftOnly(value);
    try {
      localStorage.setItem(draftOnlyKey, value ? '1' : '0');
    } catch {
      // The switch then lasts as long as the page.
    }
  };
  const run = async (asDraft: boolean = isDraftOnly) => {
    if (isBusy || (isBarred && !asDraft)) return;
    setBusy(true);
    try {
      await onPublish(asDraft);
    } finally {
      setBusy(false);
    }
  };
  return { label, name, tip, isBarred, isBusy, isDraftOnly, chooseDraftOnly, run, canNote };
};
