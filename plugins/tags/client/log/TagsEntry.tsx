import { useT } from '@balcao/sdk/client';
import type { LogEntryProps } from '@balcao/tickets/contract';

interface Names {
  names: string[];
  /** Number of further ones, whose names were not stored. */
  more: number;
}
interface Data {
  added?: Names;
  removed?: Names;
}

/** The tags that were put on a conversation and taken off it, and by whom. */
export default function TagsEntry({ data, user }: LogEntryProps) {
  const t = useT();
  const { added, removed } = (data ?? {}) as Data;
  const words = (given: Names | undefined): string => {
    const { names = [], more = 0 } = given ?? {};
    const all = more > 0 ? [...names, t('log.more', { count: more })] : names;
    return new Intl.ListFormat(document.documentElement.lang || 'pt-BR').format(all);
  };
  const [put, taken] = [words(added), words(removed)];
  const what = put && taken ? 'both' : put ? 'added' : taken ? 'removed' : 'changed';
  return <>{t(`log.${user ? 'by' : 'program'}.${what}`, { user: user?.name, added: put, removed: taken })}</>;
}
