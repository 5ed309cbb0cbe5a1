import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Board16Regular, MoreHorizontal16Regular } from '@fluentui/react-icons';
import { useFormat, useT } from '@balcao/sdk/client';
import { Avatar, ChannelGlyph, Count, Dot, IconButton, RelativeTime, Tag, VisuallyHidden, ext } from '@balcao/sdk/ui';
import type { BoardCard } from '../board/board-data.ts';
import type { CardActions } from '../board/card-actions.ts';
import { hasFollowUpLine } from './card-layout.ts';
import { FollowUpLine } from './FollowUpLine.tsx';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: '8px', minWidth: 0, height: '20px' },
  name: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
    textDecoration: 'none',
    outline: 'none',
    // The whole card opens the conversation; its buttons lie above.
    '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: tokens.borderRadiusLarge },
    ':focus-visible::after': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  status: {
    display: 'flex',
    alignItems: 'center',
    gap: '5px',
    flexShrink: 0,
    fontSize: tokens.fontSizeBase100,
    color: tokens.colorNeutralForeground2,
  },
  message: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  tags: { overflow: 'hidden', gap: '10px', flexWrap: 'wrap', fontSize: tokens.fontSizeBase100 },
  foot: { height: '24px', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  inLane: { verticalAlign: '-3px' },
  // The time in the lane wraps out of sight where there is no room for the whole of it.
  time: {
    display: 'flex',
    flexWrap: 'wrap',
    flexGrow: 1,
    columnGap: '4px',
    height: '20px',
    minWidth: 0,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    lineHeight: '20px',
  },
  value: {
    position: 'relative',
    zIndex: 1,
    flexShrink: 0,
    minWidth: 0,
    height: '24px',
    padding: '0 4px',
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightSemibold,
  },
  noValue: { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
  more: { position: 'relative', zIndex: 1, margin: '-2px -6px -2px -4px', minWidth: '24px', height: '24px' },
});

const statusColors = { open: ext.ok, pending: ext.warn, closed: ext.bad } as const;
const tagsShown = 2;
/** Characters of a name on a card, as specified. */
const nameLength = 40;

interface CardBodyProps {
  card: BoardCard;
  /** Tab stop of the board. */
  tabIndex: number;
  isReadOnly: boolean;
  actions: CardActions;
}

/** The contents of a card. */
export function CardBody({ card, tabIndex, isReadOnly, actions }: CardBodyProps) {
  const styles = useStyles();
  const t = useT();
  const { money } = useFormat();
  const { contact } = card;
  const name = contact.name.length > nameLength ? `${contact.name.slice(0, nameLength)}...` : contact.name;
  const more = card.tags.length - tagsShown;
  return (
    <>
      <div className={styles.row}>
        {isReadOnly ? (
          <span className={styles.name} title={contact.name}>
            {name}
          </span>
        ) : (
          <a
            className={styles.name}
            href={`?conversa=${card.uuid}`}
            draggable={false}
            tabIndex={tabIndex}
            data-card={card.id}
            title={contact.name}
            aria-keyshortcuts="M"
            onKeyDown={(event) => actions.keyDown(event, card)}
            onFocus={() => actions.focus(card)}
            onClick={(event) => {
              if (event.button !== 0 || event.metaKey) return;
              event.preventDefault();
              if (!actions.press(event, card)) actions.open(card);
            }}
          >
            {name}
          </a>
        )}
        <span className={styles.status}>
          <Dot color={statusColors[card.status]} size={6} />
          {t(`status.${card.status}`)}
        </span>
        {!isReadOnly && (
          <IconButton
            className={styles.more}
            size="small"
            icon={<MoreHorizontal16Regular />}
            label={t('card.menu', { name })}
            tabIndex={-1}
            onClick={(event) => actions.menu(card, event.currentTarget)}
          />
        )}
      </div>
      <div className={styles.row}>
        <span className={styles.message}>{card.lastMessage}</span>
        {card.unread > 0 && <Count value={card.unread} unread label={t('card.unread', { count: card.unread })} />}
      </div>
      <div className={mergeClasses(styles.row, styles.tags)}>
        {card.queue && <Tag name={card.queue.name} color={card.queue.color} />}
        {card.tags.slice(0, tagsShown).map((tag) => (
          <Tag key={tag.name} {...tag} />
        ))}
        {more > 0 && <span>{t('card.moreTags', { count: more })}</span>}
      </div>
      <div className={mergeClasses(styles.row, styles.foot)}>
        <ChannelGlyph channel={card.channel} />
        <span className={styles.time}>
          <RelativeTime date={card.updatedAt} />
          <span>
            {'· '}
            <VisuallyHidden>{t('card.inLane')}</VisuallyHidden>
            <Board16Regular className={styles.inLane} aria-hidden /> <RelativeTime date={card.inLaneSince} elapsed />
          </span>
        </span>
        {!isReadOnly ? (
          <Button
            appearance="subtle"
            size="small"
            tabIndex={-1}
            className={mergeClasses(styles.value, card.valueCents === 0 && styles.noValue)}
            aria-label={t('card.value', { value: money(card.valueCents) })}
            onClick={(event) => actions.value(card, event.currentTarget)}
          >
            {money(card.valueCents)}
          </Button>
        ) : (
          <span className={mergeClasses(styles.value, card.valueCents === 0 && styles.noValue)}>
            {money(card.valueCents)}
          </span>
        )}
        {card.user && <Avatar name={card.user.name} size={20} />}
      </div>
      {card.followUp && hasFollowUpLine(card) && (
        <FollowUpLine followUp={card.followUp} onTemplate={isReadOnly ? undefined : () => actions.open(card)} />
      )}
    </>
  );
}
