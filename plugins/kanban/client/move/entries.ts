import type { BoardSettings, BoardState } from '../board/board-data.ts';
import type { Entry } from './entry.ts';

const plain = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

interface Words {
  first: string;
  last: string;
}

/**
 * The lines of the menu that moves cards: the lanes of the board, the ends of the card's own lane, and other boards. A
 * word that was typed finds lanes of all boards.
 */
export const entriesOf = (
  board: BoardState,
  boards: readonly BoardSettings[],
  laneId: string | undefined,
  typed: string,
  words: Words,
): Entry[] => {
  const word = plain(typed.trim());
  const own = board.lanes.find(({ id }) => id === laneId);
  const lanes = board.lanes
    .filter(({ title }) => plain(title).includes(word))
    .map((lane): Entry => ({
      key: lane.id,
      laneId: lane.id,
      title: lane.title,
      count: lane.total,
      icon: lane.id === laneId ? 'here' : 'lane',
    }));
  const others = boards
    .filter(({ id }) => id !== board.id)
    .flatMap(({ id, title, lanes: theirs }) =>
      (word === '' ? theirs.slice(0, 1) : theirs)
        .filter((lane) => plain(`${title}: ${lane.title}`).includes(word))
        .map((lane): Entry => ({
          key: `${id}/${lane.id}`,
          kanbanId: id,
          laneId: lane.id,
          title: `${title}: ${lane.title}`,
          icon: 'board',
        })),
    );
  if (!own || own.sort === 'recent' || word !== '') return [...lanes, ...others];
  const ends: Entry[] = [
    { key: 'first', laneId: own.id, title: words.first, icon: 'first' },
    { key: 'last', laneId: own.id, before: null, title: words.last, icon: 'last' },
  ];
  return [...lanes, ...ends, ...others];
};
