import type { FoundMessage } from '../../contract.ts';
import { ListEmpty, type ListEmptyProps } from '../list/ListEmpty.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import { MessageHits } from './MessageHits.tsx';
import { useMessageSearch } from './useMessageSearch.ts';

export interface MessagesFallbackProps extends ListEmptyProps {
  term: string;
  openUuid: string | undefined;
  onOpenHit(hit: FoundMessage): void;
}

/** Shown when no conversation matches: messages that contain the words are listed at once. */
export function MessagesFallback({ term, openUuid, onOpenHit, ...empty }: MessagesFallbackProps) {
  const { messages, isPending } = useMessageSearch(term);
  if (isPending) return <ListSkeleton />;
  if (messages.length === 0) return <ListEmpty {...empty} />;
  return (
    <>
      <ListEmpty {...empty} isBrief />
      <MessageHits key={term} term={term} openUuid={openUuid} onOpen={onOpenHit} />
    </>
  );
}
