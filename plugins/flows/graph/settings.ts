import type { FlowGraph, FlowSettings } from './types.ts';

/** Settings of a flow that has none of its own. */
export const usualSettings: FlowSettings = {
  expiryMinutes: 1440,
  words: { menu: ['menu'], attendant: ['atendente', 'humano'], leave: ['sair'] },
  queueId: null,
  errorNodeId: null,
  leaveText: '',
  handoverText: '',
};

const maxWords = 20;
const texts = (value: unknown, usual: readonly string[]): readonly string[] =>
  Array.isArray(value)
    ? value
        .filter((word): word is string => typeof word === 'string' && word.trim() !== '' && word.length <= 60)
        .slice(0, maxWords)
    : usual;
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 4000) : '');

/** Reads the settings of a drawing; anything else than a sound value has its default. */
export const readSettings = (graph: FlowGraph): FlowSettings => {
  const start = graph.nodes.find(({ type }) => type === 'startNode');
  const given = (start?.data['settings'] ?? {}) as Record<string, unknown>;
  const words = (given['words'] ?? {}) as Record<string, unknown>;
  const { expiryMinutes, queueId, errorNodeId } = given;
  return {
    expiryMinutes:
      typeof expiryMinutes === 'number' && expiryMinutes >= 1 && expiryMinutes <= 43_200
        ? Math.trunc(expiryMinutes)
        : usualSettings.expiryMinutes,
    words: {
      menu: texts(words['menu'], usualSettings.words.menu),
      attendant: texts(words['attendant'], usualSettings.words.attendant),
      leave: texts(words['leave'], usualSettings.words.leave),
    },
    queueId: Number.isInteger(queueId) && Number(queueId) > 0 ? Number(queueId) : null,
    errorNodeId: typeof errorNodeId === 'string' && errorNodeId !== '' ? errorNodeId : null,
    leaveText: text(given['leaveText']),
    handoverText: text(given['handoverText']),
  };
};
