import { createContext, useContext } from 'react';
import { useT } from '@balcao/sdk/client';
import type { LaneSettings } from '../board/board-data.ts';

/** The lanes of the board, by which a rule names its target; `isOn`: the board's follow-ups are on. */
export const BoardRules = createContext<{ isOn: boolean; lanes: readonly LaneSettings[] }>({ isOn: false, lanes: [] });

/** The follow-up of a lane in a few words: `48 h, avisa e fecha`; undefined: none. */
export const useRuleText = ({ followUpConfig: config }: LaneSettings): string | undefined => {
  const t = useT();
  const { isOn, lanes } = useContext(BoardRules);
  if (!isOn || !config) return undefined;
  const speaks = config.initialDelay > 0 && config.message.trim() !== '';
  if (!speaks && config.intervalDelay === 0) return undefined;
  const hours = speaks ? config.initialDelay : config.intervalDelay;
  const lane = lanes.find(({ id }) => id === config.targetLane)?.title ?? '';
  if (config.intervalDelay === 0) return t('rule.reminds', { hours });
  if (config.action === 'flow') return t(speaks ? 'rule.remindsFlow' : 'rule.flow', { hours });
  if (config.action === 'move') return t(speaks ? 'rule.remindsMoves' : 'rule.moves', { hours, lane });
  return t(speaks ? 'rule.remindsCloses' : 'rule.closes', { hours });
};
