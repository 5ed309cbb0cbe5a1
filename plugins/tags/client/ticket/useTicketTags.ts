import { useRef, useState } from 'react';
import { ApiError, api, useToasts } from '@balcao/sdk/client';
import type { TicketView } from '@balcao/tickets/contract';
import type { Tag } from '../../contract.ts';
import { useNewest, tagsOfRow } from '../live/tag-updates.ts';
import { upsertCachedTag } from '../useTags.ts';
import { knowsOf, withSteps, type Step } from './steps.ts';

const idsOf = (tags: readonly Tag[]): number[] => tags.map(({ id }) => id);
const keyOf = (tags: readonly Tag[]): string => idsOf(tags).join();

/** Creates the tag; when a colleague was faster, returns theirs. */
async function createTag({ name, color }: Tag): Promise<Tag> {
  try {
    const tag = await api.post<Tag>('/tags', { name, color });
    upsertCachedTag(tag);
    return tag;
  } catch (error) {
    const id = error instanceof ApiError && error.code === 'ERR_TAG_NAME_ALREADY_EXISTS' && error.context['tagId'];
    if (typeof id === 'number') return { id, name, color };
    throw error;
  }
}

/** A tag that is not created yet has a negative id. */
let lastNew = 0;
export const isUnmade = ({ id }: Tag): boolean => id < 0;

/**
 * Follows the tags of a conversation live and changes them: optimistically, one request after the other, rolled back
 * when refused.
 */
export function useTicketTags(ticket: TicketView, onRefused: (step: Step) => void) {
  const toasts = useToasts();
  const live = tagsOfRow(ticket);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  // The server's response, until a newer live row arrives.
  const [answered, setAnswered] = useState<{ tags: Tag[]; instead: string }>();
  const isAhead = answered?.instead === keyOf(live);
  // Once the row changed, it may later equal the row that the response replaced.
  if (answered && !isAhead) setAnswered(undefined);
  const base = isAhead ? answered.tags : live;
  const latest = useRef({ live, base, isAhead });
  latest.current = { live, base, isAhead };
  const sent = useRef(Promise.resolve());
  const lastKey = useRef(0);

  const send = async (step: Step): Promise<void> => {
    try {
      const tag = isUnmade(step.tag) ? await createTag(step.tag) : step.tag;
      const known = idsOf(latest.current.base);
      const others = known.filter((id) => id !== tag.id);
      const tags = await api.post<Tag[]>('/tags/sync', {
        ticketId: ticket.id,
        tags: step.kind === 'add' ? [...others, tag.id] : others,
        known,
      });
      const { live: latestTags, isAhead: isOlder } = latest.current;
      // A row older than the former response is older than this one, although it seems to include the step.
      if (isOlder || !knowsOf(latestTags, { ...step, tag })) {
        latest.current = { live: latestTags, base: tags, isAhead: true };
        setAnswered({ tags, instead: keyOf(latestTags) });
      }
    } catch (error) {
      toasts.error(error);
      onRefused(step);
    } finally {
      setSteps((all) => all.filter(({ key }) => key !== step.key));
    }
  };
  const addStep = (kind: Step['kind'], tag: Tag): void => {
    lastKey.current += 1;
    const step: Step = { key: lastKey.current, kind, tag };
    setSteps((all) => [...all, step]);
    sent.current = sent.current.then(() => send(step));
  };

  return {
    tags: useNewest(withSteps(base, steps)),
    add: (tag: Tag): void => addStep('add', tag),
    create: (name: string, color: string): void => {
      lastNew -= 1;
      addStep('add', { id: lastNew, name, color });
    },
    remove: (tag: Tag): void => addStep('remove', tag),
  };
}
