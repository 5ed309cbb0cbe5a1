import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Prohibited16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useFormat, useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { MessageData, OutboundMenu } from '@balcao/connections/contract';
import type { PhoneMessage, PhoneReaction } from '../../contract.ts';
import { Data, Media } from './BubbleContent.tsx';
import { Choices } from './Choices.tsx';

const useStyles = makeStyles({
  turn: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', paddingTop: '6px' },
  own: { alignItems: 'flex-end' },
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    maxWidth: '100%',
    // Always there for the keyboard; in sight when the pointer or the focus is near, and on touch.
    '@media (hover: hover)': {
      '& [data-tools]': { opacity: 0 },
      '&:hover [data-tools], &:focus-within [data-tools]': { opacity: 1 },
    },
  },
  ownLine: { flexDirection: 'row-reverse' },
  bubble: {
    maxWidth: '300px',
    minWidth: 0,
    padding: '6px 10px 5px',
    border: `1px solid ${ext.bubbleInStroke}`,
    borderRadius: '10px',
    borderTopLeftRadius: '3px',
    backgroundColor: ext.bubbleIn,
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  ownBubble: {
    border: `1px solid ${ext.bubbleOutStroke}`,
    borderTopLeftRadius: '10px',
    borderTopRightRadius: '3px',
    backgroundColor: ext.bubbleOut,
  },
  bare: { border: '1px solid transparent', backgroundColor: 'transparent', padding: '0 2px' },
  failed: { border: `1px solid ${ext.badStroke}`, backgroundColor: ext.badBg },
  gone: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    fontStyle: 'italic',
    color: tokens.colorNeutralForeground2,
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '4px',
    marginTop: '2px',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    fontVariantNumeric: 'tabular-nums',
  },
  tools: { display: 'flex', flexShrink: 0, transition: 'opacity 100ms' },
  reactions: {
    display: 'inline-flex',
    gap: '2px',
    margin: '-4px 8px 0',
    padding: '1px 6px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
    zIndex: 1,
  },
});

export interface PhoneBubbleProps {
  /** Written by the person with the phone. */
  isOwn: boolean;
  body: string;
  at: string;
  media?: PhoneMessage['media'];
  data?: MessageData | null | undefined;
  menu?: OutboundMenu | null | undefined;
  /** Taps a choice of the menu. */
  onChoose?: (option: OutboundMenu['options'][number]) => void;
  reactions?: readonly PhoneReaction[];
  isEdited?: boolean;
  isDeleted?: boolean;
  isFailed?: boolean;
  /** Right of the time: ticks or a clock. */
  mark?: ReactNode;
  /** Beside the bubble: what can be done with it. */
  tools?: ReactNode;
  /** Under the bubble. */
  below?: ReactNode;
}

/** Something said, as the phone shows it. */
export function PhoneBubble(props: PhoneBubbleProps) {
  const { isOwn, body, at, media, data, menu, onChoose, reactions = [], isEdited, isDeleted, isFailed } = props;
  const { mark, tools, below } = props;
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const isSticker = media?.type === 'sticker';
  return (
    <div className={mergeClasses(styles.turn, isOwn && styles.own)}>
      <div className={mergeClasses(styles.line, isOwn && styles.ownLine)}>
        <div
          className={mergeClasses(
            styles.bubble,
            isOwn && styles.ownBubble,
            isFailed && styles.failed,
            isSticker && styles.bare,
          )}
        >
          {isDeleted ? (
            <span className={styles.gone}>
              <Prohibited16Regular aria-hidden="true" />
              {t('phone.deleted')}
            </span>
          ) : (
            <>
              {media && <Media media={media} />}
              {data && <Data data={data} />}
              {menu?.text ?? body}
              {menu && onChoose && <Choices menu={menu} onChoose={onChoose} />}
            </>
          )}
          <div className={styles.foot}>
            {isEdited && !isDeleted && <span>{t('phone.edited')}</span>}
            <time dateTime={at}>{format.clock(at)}</time>
            {!isDeleted && mark}
          </div>
        </div>
        {tools && (
          <div className={styles.tools} data-tools>
            {tools}
          </div>
        )}
      </div>
      {reactions.length > 0 && (
        <span className={styles.reactions} role="img" aria-label={reactionsIn(reactions, t)}>
          {reactions.map(({ emoji, byPhone }) => (
            <span key={String(byPhone)}>{emoji}</span>
          ))}
        </span>
      )}
      {below}
    </div>
  );
}

const reactionsIn = (reactions: readonly PhoneReaction[], t: ReturnType<typeof useT>): string =>
  reactions
    .map(({ emoji, byPhone }) => t(byPhone ? 'phone.reactedByPhone' : 'phone.reactedByCompany', { emoji }))
    .join(', ');
