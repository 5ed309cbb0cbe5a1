import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '@balcao/sdk/client';
import type { Tag } from '../contract.ts';
import { removeCachedTag, upsertCachedTag, tagKeys } from './useTags.ts';

const tag = (id: number, name: string): Tag => ({ id, name, color: '#4e8ce6' });
const [old, made] = [tag(1, 'Antiga'), tag(2, 'Nova')];

afterEach(() => queryClient.clear());

/** Mounts the list and collects the server's responses, each computed when it is requested. */
const shown = (rows: () => Tag[]) => {
  const [answers, asked] = [[] as (() => void)[], Promise.withResolvers<void>()];
  const observer = new QueryObserver<Tag[]>(queryClient, {
    queryKey: tagKeys.list,
    queryFn: () => {
      const read = rows();
      asked.resolve();
      return new Promise((resolve) => answers.push(() => resolve(read)));
    },
  });
  const leave = observer.subscribe(() => undefined);
  return { observer, answers, asked: asked.promise, leave };
};

test.each([
  ['made', [old], () => upsertCachedTag(made), [old, made]],
  ['deleted', [old, made], () => removeCachedTag(made.id), [old]],
] as const)(
  'a tag that is %s while the list is being fetched has its present state in the list',
  async (_, before, update, after) => {
    let rows: readonly Tag[] = before;
    const { observer, answers, asked, leave } = shown(() => [...rows]);
    await asked;
    rows = after;
    update();
    await expect
      .poll(() => {
        for (const answer of answers) answer();
        return observer.getCurrentResult().data;
      })
      .toEqual(after);
    leave();
  },
);
