import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LockClosed12Filled } from '@fluentui/react-icons';
import type { MouseEvent, ReactNode } from 'react';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  turn: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', paddingTop: '3px', position: 'relative' },
  starts: { paddingTop: '8px' },
  ours: { alignItems: 'flex-end' },
  line: {
    position: 'relative',
    maxWidth: 'min(76%, 520px)',
    '@media (max-width: 599px)': { maxWidth: '86%' },
    '& [data-tools]': { opacity: 0 },
    ':hover [data-tools]': { opacity: 1 },
    ':focus-within [data-tools]': { opacity: 1 },
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
  },
  out: { border: `1px solid ${ext.bubbleOutStroke}`, backgroundColor: ext.bubbleOut },
  nearIn: { borderTopLeftRadius: '3px' },
  nearOut: { borderTopRightRadius: '3px' },
  whisper: { border: `1px solid ${ext.whisperStroke}`, backgroundColor: ext.whisperBg, color: ext.whisperText },
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

export interface BubbleProps {
  isOurs: boolean;
  /** First of a turn: it has the corner and the space above. */
  starts: boolean;
  isWhisper?: boolean;
  isFailed?: boolean;
  isFlashed?: boolean;
  /** Named when it was somebody else of the company. */
  author?: string | undefined;
  /** Buttons beside the bubble, seen on hover and focus. */
  tools?: ReactNode;
  /** Under the bubble: why it was not sent. */
  below?: ReactNode;
  onContextMenu?(event: MouseEvent): void;
  children: ReactNode;
}

/** The shape round what somebody said. */
export function Bubble(props: BubbleProps) {
  const { isOurs, starts, isWhisper, isFailed, isFlashed, author } = props;
  const styles = useStyles();
  const t = useT();
  const name = isWhisper ? (author ? t('message.whisperBy', { user: author }) : t('message.whisper')) : author;
  return (
    <div className={mergeClasses(styles.turn, starts && styles.starts, isOurs && styles.ours)}>
      <div className={styles.line}>
        <div
          className={mergeClasses(
            styles.bubble,
            isOurs && styles.out,
            starts && (isOurs ? styles.nearOut : styles.nearIn),
            isWhisper && styles.whisper,
            isFailed && styles.failed,
            isFlashed && styles.flashed,
          )}
          onContextMenu={props.onContextMenu}
        >
          {name && (
            <div className={mergeClasses(styles.author, isWhisper && styles.whisperAuthor)}>
              {isWhisper && <LockClosed12Filled aria-hidden="true" />}
              {name}
            </div>
          )}
          {props.children}
        </div>
        {props.tools && (
          <div className={mergeClasses(styles.tools, isOurs && styles.toolsOurs)} data-tools>
            {props.tools}
          </div>
        )}
      </div>
      {props.below}
    </div>
  );
}
