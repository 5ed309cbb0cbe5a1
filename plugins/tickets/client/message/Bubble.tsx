import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LockClosed12Filled } from '@fluentui/react-icons';
import type { MouseEvent, ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import type { useLongPress } from '../list/useLongPress.ts';

const useStyles = makeStyles({
  turn: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', paddingTop: '3px', position: 'relative' },
  starts: { paddingTop: '8px' },
  ours: { alignItems: 'flex-end' },
  line: {
    position: 'relative',
    maxWidth: 'min(76%, 520px)',
    '@media (max-width: 599px)': { maxWidth: '86%' },
  },
  // Beside the bubble and out of its way: words keep the whole width.
  tools: { position: 'absolute', top: '2px', left: '100%', paddingLeft: '4px', display: 'flex' },
  toolsOurs: { left: 'auto', right: '100%', paddingLeft: 0, paddingRight: '4px', flexDirection: 'row-reverse' },
  bubble: {
    position: 'relative',
    minWidth: 0,
    border: `1px solid ${ext.bubbleInStroke}`,
    borderRadius: '10px',
    backgroundColor: ext.bubbleIn,
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    transitionProperty: 'box-shadow',
    transitionDuration: tokens.durationNormal,
    // A finger that stays opens the menu, which copies: no words are marked under it.
    '@media (hover: none)': { userSelect: 'none', WebkitTouchCallout: 'none' },
  },
  out: { border: `1px solid ${ext.bubbleOutStroke}`, backgroundColor: ext.bubbleOut },
  nearIn: { borderTopLeftRadius: '3px' },
  nearOut: { borderTopRightRadius: '3px' },
  whisper: { border: `1px solid ${ext.whisperStroke}`, backgroundColor: ext.whisperBg, color: ext.whisperText },
  bare: { border: '1px solid transparent', backgroundColor: 'transparent' },
  failed: { border: `1px solid ${ext.badStroke}`, backgroundColor: ext.badBg },
  flashed: { boxShadow: `0 0 0 3px color-mix(in srgb, ${tokens.colorCompoundBrandStroke} 45%, transparent)` },
  author: {
    display: 'flex',
    alignItems: 'center',
    gap: '5px',
    padding: '6px 10px 0',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  whisperAuthor: { color: ext.whisperAccent },
});

type PressHandlers = ReturnType<typeof useLongPress>['handlers'];

export interface BubbleProps {
  isOurs: boolean;
  /** First of a turn: it has the corner and the space above. */
  starts: boolean;
  isWhisper?: boolean;
  isFailed?: boolean;
  isFlashed?: boolean;
  /** Nothing round it: a sticker. */
  isBare?: boolean;
  /** Named when it was somebody else of the company. */
  author?: string | undefined;
  /** Of the author's name in a group, where colours tell people apart. */
  authorColor?: string | undefined;
  /** Buttons beside the bubble. */
  tools?: ReactNode;
  /** On its lower edge: reactions. */
  edge?: ReactNode;
  /** Under the bubble: why it was not sent. */
  below?: ReactNode;
  onContextMenu?(event: MouseEvent): void;
  /** What a finger that stays on it does. */
  press?: PressHandlers | undefined;
  /** Something points at it, or no longer does. */
  onPointed?(isPointed: boolean): void;
  children: ReactNode;
}

/** The shape round what somebody said. */
export function Bubble(props: BubbleProps) {
  const { isOurs, starts, isWhisper, isFailed, isFlashed, author } = props;
  const styles = useStyles();
  const t = useT();
  const name = isWhisper ? (author ? t('message.whisperBy', { user: author }) : t('message.whisper')) : author;
  return (
    <div
      className={mergeClasses(styles.turn, starts && styles.starts, isOurs && styles.ours)}
      onPointerEnter={props.onPointed && (() => props.onPointed?.(true))}
      onPointerLeave={props.onPointed && (() => props.onPointed?.(false))}
    >
      <div className={styles.line}>
        <div
          className={mergeClasses(
            styles.bubble,
            isOurs && styles.out,
            props.isBare && styles.bare,
            starts && (isOurs ? styles.nearOut : styles.nearIn),
            isWhisper && styles.whisper,
            isFailed && styles.failed,
            isFlashed && styles.flashed,
          )}
          data-bubble
          onContextMenu={props.onContextMenu}
          {...props.press}
        >
          {name && (
            <div
              className={mergeClasses(styles.author, isWhisper && styles.whisperAuthor)}
              style={props.authorColor ? { color: props.authorColor } : undefined}
            >
              {isWhisper && <LockClosed12Filled aria-hidden="true" />}
              {name}
            </div>
          )}
          {props.children}
        </div>
        {props.tools && <div className={mergeClasses(styles.tools, isOurs && styles.toolsOurs)}>{props.tools}</div>}
        {props.edge}
      </div>
      {props.below}
    </div>
  );
}
