import { Button, OverlayDrawer, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { mediaUrl, useT } from '@balcao/sdk/client';
import { Avatar } from '@balcao/sdk/ui';
import type { BoardCard, CardFollowUp } from '../board/board-data.ts';
import { postponeHours, useFollowUpChange } from '../follow-up/use-follow-up-change.ts';
import type { Entry } from './entry.ts';

const useStyles = makeStyles({
  drawer: { height: 'auto', maxHeight: '88dvh', borderRadius: '16px 16px 0 0' },
  sheet: {
    boxSizing: 'border-box',
    width: '100%',
    padding: '8px 8px calc(16px + env(safe-area-inset-bottom))',
    overflowY: 'auto',
  },
  grip: {
    width: '36px',
    height: '4px',
    margin: '0 auto 12px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralStroke1,
  },
  head: { display: 'flex', alignItems: 'center', gap: '12px', padding: '0 12px 8px' },
  words: { flexGrow: 1, minWidth: 0 },
  name: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  what: { color: tokens.colorNeutralForeground3 },
  buttons: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '8px',
    margin: '8px 8px 0',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  button: { minWidth: 0, minHeight: '44px' },
});

/** Actions of a card that a phone offers beside moving it. */
export interface CardSheetActions {
  onOpen?(): void;
  onValue?(): void;
  onChoose?(): void;
  onFollowUp?(followUp: CardFollowUp | null): void;
}

interface MoveSheetProps extends CardSheetActions {
  title: string;
  card: BoardCard | undefined;
  /** The first and the last position of the lane, if positions can be chosen in it. */
  ends: readonly Entry[];
  onPick(entry: Entry): void;
  onClose(): void;
  /** The lanes. */
  children: ReactNode;
}

/** Moves a card on a phone: its lanes from the bottom of the screen, and everything else that a card offers. */
export function MoveSheet({ title, card, ends, onPick, onClose, children, ...actions }: MoveSheetProps) {
  const styles = useStyles();
  const t = useT();
  return (
    <OverlayDrawer
      open
      position="bottom"
      className={styles.drawer}
      onOpenChange={(_, { open }) => !open && onClose()}
      aria-label={t('move.title', { name: title })}
    >
      <div className={styles.sheet}>
        <div className={styles.grip} aria-hidden="true" />
        <div className={styles.head}>
          {card && (
            <Avatar
              name={card.contact.name}
              picture={card.contact.profilePicUrl && mediaUrl(card.contact.profilePicUrl)}
              size={40}
              channel={card.channel}
              decorative
            />
          )}
          <div className={styles.words}>
            <h2 className={styles.name}>{title}</h2>
            <div className={styles.what}>{t('move.to')}</div>
          </div>
          {actions.onOpen && (
            <Button
              onClick={() => {
                onClose();
                actions.onOpen?.();
              }}
            >
              {t('card.openShort')}
            </Button>
          )}
        </div>
        {children}
        {(card || ends.length > 0) && (
          <div className={styles.buttons}>
            {ends.map((entry) => (
              <Button key={entry.key} size="large" className={styles.button} onClick={() => onPick(entry)}>
                {entry.title}
              </Button>
            ))}
            {card && <CardButtons card={card} onClose={onClose} {...actions} />}
          </div>
        )}
      </div>
    </OverlayDrawer>
  );
}

function CardButtons({ card, onClose, ...actions }: CardSheetActions & { card: BoardCard; onClose(): void }) {
  const styles = useStyles();
  const t = useT();
  const { isWaiting, mayCancel, postpone, cancel } = useFollowUpChange(card, (changed) =>
    actions.onFollowUp?.(changed),
  );
  const button = (label: string, work: (() => void) | undefined) =>
    work && (
      <Button
        size="large"
        className={styles.button}
        onClick={() => {
          onClose();
          work();
        }}
      >
        {label}
      </Button>
    );
  return (
    <>
      {button(t('value.edit'), actions.onValue)}
      {button(t('card.choose'), actions.onChoose)}
      {isWaiting && button(t('followUp.postpone', { hours: postponeHours }), postpone)}
      {mayCancel && button(t('followUp.cancel'), cancel)}
    </>
  );
}
