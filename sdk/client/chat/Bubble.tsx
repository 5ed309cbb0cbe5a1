import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LockClosed12Filled } from '@fluentui/react-icons';
import type { DOMAttributes, MouseEvent, ReactNode } from 'react';
import { ext } from '@balcao/sdk/ui';
import { useChatT } from './texts.ts';

const useStyles = makeStyles({
  turn: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', paddingTop: '3px', position: 'relative' },
  starts: { paddingTop: '8px' },
  ours: { alignItems: 'flex-end' },
  line: {
    position: 'relative',
    maxWidth: 'min(76%, 520px)',
    '@media (max-width: 599px)': { maxWidth: '86%' },
  },
  narrow: { maxWidth: '86%' },
  // Beside the bubble, so that the text has the whole width.
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
    // A long press opens the menu, which copies; it must not select text.
    '@media (hover: none)': { userSelect: 'none', WebkitTouchCallout: 'none' },
  },
  out: { border: `1px solid ${ext.bubbleOutStroke}`, backgroundColor: ext.bubbleOut },
  nearIn: { borderTopLeftRadius: '3px' },
  nearOut: { borderTopRightRadius: '3px' },
  note: { border: `1px solid ${ext.noteStroke}`, backgroundColor: ext.noteBg, color: ext.noteText },
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
  noteAuthor: { color: ext.noteAccent },
});

export interface BubbleProps {
  /** True for messages of the reader's side, which are on the right. */
  isOurs: boolean;
  /** First message of a turn: it has the corner and the space above. */
  starts: boolean;
  /** True in a narrow container on a large screen, such as a window of its own: the bubble may be wider. */
  isNarrow?: boolean;
  /** True for an internal note, which only the reader's side sees. */
  isNote?: boolean;
  isFailed?: boolean;
  /** Highlighted for a moment, because the reader jumped to it. */
  isFlashed?: boolean;
  /** True for a message without a bubble: a sticker. */
  isBare?: boolean;
  /** The author's name, where readers would not know it. */
  author?: string | undefined;
  /** CSS colour of the author's name in a group, where colours distinguish people. */
  authorColor?: string | undefined;
  /** Buttons beside the bubble. */
  tools?: ReactNode;
  /** Content on the lower edge: reactions. */
  edge?: ReactNode;
  /** Content under the bubble: why it was not sent. */
  below?: ReactNode;
  onContextMenu?(event: MouseEvent): void;
  /** Handlers of a long press. */
  press?: DOMAttributes<HTMLDivElement> | undefined;
  /** Called when the pointer enters or leaves. */
  onPointed?(isPointed: boolean): void;
  children: ReactNode;
}

/** The author's name and the mark of an internal note. Most messages have neither and render nothing. */
function Author({ isNote, author, authorColor }: BubbleProps) {
  const styles = useStyles();
  const t = useChatT();
  return (
    <div
      className={mergeClasses(styles.author, isNote && styles.noteAuthor)}
      style={authorColor ? { color: authorColor } : undefined}
    >
      {isNote && <LockClosed12Filled aria-hidden="true" />}
      {isNote ? (author ? t('noteBy', { user: author }) : t('note')) : author}
    </div>
  );
}

/** The bubble around a message. */
export function Bubble(props: BubbleProps) {
  const { isOurs, starts, isNote, isFailed, isFlashed, author } = props;
  const styles = useStyles();
  return (
    <div
      className={mergeClasses(styles.turn, starts && styles.starts, isOurs && styles.ours)}
      onPointerEnter={props.onPointed && (() => props.onPointed?.(true))}
      onPointerLeave={props.onPointed && (() => props.onPointed?.(false))}
    >
      <div className={mergeClasses(styles.line, props.isNarrow && styles.narrow)}>
        <div
          className={mergeClasses(
            styles.bubble,
            isOurs && styles.out,
            props.isBare && styles.bare,
            starts && (isOurs ? styles.nearOut : styles.nearIn),
            isNote && styles.note,
            isFailed && styles.failed,
            isFlashed && styles.flashed,
          )}
          data-bubble
          onContextMenu={props.onContextMenu}
          {...props.press}
        >
          {(isNote || author) && <Author {...props} />}
          {props.children}
        </div>
        {props.tools && <div className={mergeClasses(styles.tools, isOurs && styles.toolsOurs)}>{props.tools}</div>}
        {props.edge}
      </div>
      {props.below}
    </div>
  );
}
