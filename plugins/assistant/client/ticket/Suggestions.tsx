import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { VisuallyHidden, ext, tint } from '@balcao/sdk/ui';
import type { TicketView } from '@balcao/tickets/contract';
import { DoubtNote, Doubtful } from '../doubts/Doubtful.tsx';
import { SourceChips, SourceNumbers } from './SourceChips.tsx';
import { SuggestedParts } from './SuggestedParts.tsx';
import type { Suggested } from './suggested.ts';

const phone = '@media (max-width: 599px)';
const useStyles = makeStyles({
  // On a phone a strip that is swiped, one reply at a time.
  replies: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2px',
    [phone]: {
      flexDirection: 'row',
      gap: '6px',
      overflowX: 'auto',
      scrollSnapType: 'x mandatory',
      scrollbarWidth: 'none',
    },
  },
  row: {
    borderRadius: tokens.borderRadiusLarge,
    border: '2px solid transparent',
    [phone]: {
      minWidth: 0,
      flex: '0 0 calc(100% - 32px)',
      scrollSnapAlign: 'start',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
  chosen: {
    backgroundColor: ext.selected,
    border: `2px solid ${tokens.colorCompoundBrandStroke}`,
    [phone]: { border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  },
  reply: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '10px',
    padding: '6px 8px',
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  number: {
    display: 'inline-grid',
    placeItems: 'center',
    width: '20px',
    height: '20px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tint(7),
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  numberChosen: { backgroundColor: tokens.colorBrandBackground, color: tokens.colorNeutralForegroundOnBrand },
  text: { overflowWrap: 'anywhere' },
  line: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [phone]: { display: '-webkit-box', WebkitLineClamp: 4, WebkitBoxOrient: 'vertical', whiteSpace: 'normal' },
  },
  whole: { whiteSpace: 'pre-line' },
  open: {
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    padding: '0 8px 8px 38px',
    [phone]: { paddingLeft: '8px' },
  },
  foot: { display: 'flex', alignItems: 'flex-end', gap: '8px' },
  insert: { marginLeft: 'auto', flexShrink: 0 },
  parts: { ':empty': { display: 'none' }, display: 'flex', flexDirection: 'column', gap: '6px', padding: '2px 8px' },
});

interface SuggestionsProps {
  ticket: TicketView;
  suggested: Suggested;
  chosen: number;
  onChoose(index: number): void;
  onTake(index: number): void;
}

/** The replies, of which the chosen one is open with its sources, and what else fits the conversation. */
export function Suggestions({ ticket, suggested, chosen, onChoose, onTake }: SuggestionsProps) {
  const t = useT();
  const styles = useStyles();
  const { replies, passages } = suggested;
  const options = useRef<(HTMLDivElement | null)[]>([]);
  useEffect(() => {
    const option = options.current[chosen];
    option?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // Only the focus that is on another reply follows.
    if (options.current.includes(document.activeElement as HTMLDivElement)) option?.focus({ preventScroll: true });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key] ?? 0;
    const numbered = Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? 0) - 1;
    if (step !== 0) onChoose((index + step + replies.length) % replies.length);
    else if (replies[numbered]) onChoose(numbered);
    else if (event.key === 'Enter') onTake(index);
    else if (event.key === ' ') onChoose(index);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <VisuallyHidden live="polite">
        {t('copilot.ready', { count: replies.length, number: chosen + 1, text: replies[chosen]?.text ?? '' })}
      </VisuallyHidden>
      <div role="radiogroup" aria-label={t('copilot.title')} className={styles.replies}>
        {replies.map((reply, index) => {
          const isChosen = index === chosen;
          return (
            <div key={reply.text} className={mergeClasses(styles.row, isChosen && styles.chosen)}>
              <div
                ref={(element) => void (options.current[index] = element)}
                role="radio"
                aria-checked={isChosen}
                aria-keyshortcuts={`Alt+${index + 1}`}
                tabIndex={isChosen ? 0 : -1}
                className={styles.reply}
                onClick={() => onChoose(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <span className={mergeClasses(styles.number, isChosen && styles.numberChosen)}>{index + 1}</span>
                <span className={mergeClasses(styles.text, isChosen ? styles.whole : styles.line)}>
                  <Doubtful text={reply.text} doubts={reply.doubts} />
                  <SourceNumbers numbers={reply.sources} />
                </span>
              </div>
              {isChosen && (
                <div className={styles.open}>
                  <DoubtNote doubts={reply.doubts} />
                  <div className={styles.foot}>
                    <SourceChips numbers={reply.sources} passages={passages} />
                    <Button className={styles.insert} size="small" appearance="primary" onClick={() => onTake(index)}>
                      {t('copilot.insert')}
                    </Button>
                  </div>
                </div>
              )}
            </div>
          );
        })}
      </div>
      <div className={styles.parts}>
        <SuggestedParts key={suggested.id} ticket={ticket} suggested={suggested} />
      </div>
    </>
  );
}
