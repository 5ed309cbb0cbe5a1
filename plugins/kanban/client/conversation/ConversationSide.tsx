import { Dropdown, Option, OverlayDrawer, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { Exposed, useFormat, useT, useViewport } from '@balcao/sdk/client';
import { Spinner } from '@balcao/sdk/ui';
import { ticketConversation } from '@balcao/tickets/contract';
import type { BoardCard, BoardState } from '../board/board-data.ts';
import { ValueEditor } from '../card/ValueEditor.tsx';

const useStyles = makeStyles({
  side: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '480px',
    minHeight: 0,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  within: { display: 'flex', flexDirection: 'column', width: '100%', height: '100%', minWidth: 0, minHeight: 0 },
  facts: {
    display: 'flex',
    gap: '8px',
    flexShrink: 0,
    padding: '8px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  lane: { flexGrow: 1, minWidth: 0 },
  value: {
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: '0 10px',
    height: '32px',
    backgroundColor: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
  },
  talk: { flexGrow: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
});

interface ConversationSideProps {
  uuid: string;
  board: BoardState;
  card: BoardCard | undefined;
  onMove(id: number, laneId: string): void;
  onValue(id: number, cents: number): void;
  onOpen(uuid: string): void;
  onClose(): void;
}

function Facts({
  board,
  card,
  onMove,
  onValue,
}: Omit<ConversationSideProps, 'card' | 'uuid' | 'onOpen' | 'onClose'> & { card: BoardCard }) {
  const styles = useStyles();
  const t = useT();
  const { money } = useFormat();
  const [target, setTarget] = useState<HTMLElement>();
  return (
    <div className={styles.facts}>
      <Dropdown
        className={styles.lane}
        aria-label={t('panel.title')}
        value={board.lanes.find(({ id }) => id === card.laneId)?.title ?? ''}
        selectedOptions={[card.laneId]}
        onOptionSelect={(_, { optionValue }) =>
          optionValue !== undefined && optionValue !== card.laneId && onMove(card.id, optionValue)
        }
      >
        {board.lanes.map(({ id, title }) => (
          <Option key={id} value={id}>
            {title}
          </Option>
        ))}
      </Dropdown>
      <button
        type="button"
        className={styles.value}
        aria-label={t('card.value', { value: money(card.valueCents) })}
        onClick={(event) => setTarget(event.currentTarget)}
      >
        {money(card.valueCents)}
      </button>
      {target && (
        <ValueEditor
          card={card}
          target={target}
          onSaved={(cents) => onValue(card.id, cents)}
          onClose={() => setTarget(undefined)}
        />
      )}
    </div>
  );
}

/** The conversation of a card beside the board; over it where there is no room for both. */
export function ConversationSide(props: ConversationSideProps) {
  const { uuid, card, onOpen, onClose } = props;
  const styles = useStyles();
  const t = useT();
  const { wide } = useViewport();
  const side = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!wide) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('[role="dialog"]') === null)
        onClose();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [onClose, wide]);
  const content = (
    <>
      {card && <Facts {...props} card={card} />}
      <div className={styles.talk}>
        <Exposed
          of={ticketConversation}
          props={{ uuid, onClose, onOpen, ...(!wide && { onBack: onClose }) }}
          fallback={<Spinner />}
        />
      </div>
    </>
  );
  if (wide)
    return (
      <aside ref={side} className={styles.side} aria-label={t('conversation.title')}>
        {content}
      </aside>
    );
  return (
    <OverlayDrawer
      open
      position="end"
      style={{ width: 'min(480px, 100vw)' }}
      aria-label={t('conversation.title')}
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <div className={styles.within}>{content}</div>
    </OverlayDrawer>
  );
}
