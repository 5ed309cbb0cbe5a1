import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { memo, useEffect, useRef, useState } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { nobody } from '../../panel.ts';
import { useDesk } from '../data/usePanel.ts';
import type { Receiver } from '../data/useHandOver.ts';
import { usePanelTools } from '../page/panel-context.ts';
import { CardHead } from './CardHead.tsx';
import { CardRows } from './CardRows.tsx';
import { dropOnCard } from './drag.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    boxSizing: 'border-box',
    minWidth: 0,
    height: '100%',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  unowned: { border: `1px solid ${ext.warn}` },
  target: { outline: `2px solid ${tokens.colorCompoundBrandStroke}`, outlineOffset: '-1px' },
  empty: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    flexGrow: 1,
    color: tokens.colorNeutralForeground3,
  },
});

interface CardProps {
  /** A person; `nobody`: the conversations without attendant. */
  ownerId: number;
  now: number;
}

/** One person with their conversations, or all that wait for somebody. */
export const Card = memo(function Card({ ownerId, now }: CardProps) {
  const styles = useStyles();
  const t = useT();
  const { store, actions } = usePanelTools();
  const { entries, counts, person } = useDesk(store, ownerId);
  const element = useRef<HTMLElement>(null);
  const [isTarget, setTarget] = useState(false);
  const isNobody = ownerId === nobody;
  const name = person?.name ?? t('card.nobody');
  const receiver = useRef<Receiver>({ id: ownerId, name, queueIds: [] });
  receiver.current = { id: ownerId, name, queueIds: person?.queueIds ?? [] };
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    return dropOnCard(current, isNobody ? null : ownerId, {
      onOver: setTarget,
      onDrop: (row) => actions.drop(row, receiver.current),
    });
  }, [actions, isNobody, ownerId]);
  const summary = t(isNobody ? 'card.nobodyLabel' : 'card.label', {
    name,
    count: counts.total,
    waiting: counts.waiting,
  });
  return (
    <section
      ref={element}
      aria-label={summary}
      data-card={ownerId}
      className={mergeClasses(styles.card, isNobody && counts.total > 0 && styles.unowned, isTarget && styles.target)}
    >
      <CardHead person={person} counts={counts} now={now} onPass={() => actions.pass(receiver.current)} />
      {entries.length > 0 ? (
        <CardRows ownerId={ownerId} label={t('card.list', { name })} entries={entries} now={now} />
      ) : (
        <div className={styles.empty}>
          <span>{t(isNobody ? 'card.nobodyWaits' : 'card.none')}</span>
          {person && !person.isVirtual && (
            <Button size="small" onClick={() => actions.pass(receiver.current)}>
              {t('card.pass')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
});
