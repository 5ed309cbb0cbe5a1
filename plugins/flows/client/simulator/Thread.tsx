import { useEffect, useRef } from 'react';
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Attach16Regular, FastForward16Regular, Play16Regular, Timer16Regular } from '@fluentui/react-icons';
import { hasText, useFormat, useT } from '@balcao/sdk/client';
import { Bar, ext, tint } from '@balcao/sdk/ui';
import type { SimulatedEntry } from '../../graph/wire.ts';
import { findNode } from '../document/document.ts';
import { useEditor } from '../editor/context.ts';
import { spanText } from '../kinds/span.ts';
import type { Simulation } from './simulation.ts';

const useStyles = makeStyles({
  thread: {
    flexGrow: 1,
    minHeight: '120px',
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: '6px',
    padding: '12px 16px',
    backgroundColor: ext.canvas,
  },
  bubble: {
    maxWidth: '86%',
    padding: '7px 10px',
    borderRadius: '8px',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  house: { alignSelf: 'flex-start', backgroundColor: ext.bubbleOut, border: `1px solid ${ext.bubbleOutStroke}` },
  customer: { alignSelf: 'flex-end', backgroundColor: ext.bubbleIn, border: `1px solid ${ext.bubbleInStroke}` },
  time: {
    marginLeft: '8px',
    fontSize: '11px',
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
  options: { display: 'flex', flexWrap: 'wrap', gap: '4px', alignSelf: 'flex-start', maxWidth: '92%' },
  file: { display: 'flex', alignItems: 'center', gap: '6px', fontWeight: tokens.fontWeightSemibold },
  chip: {
    alignSelf: 'center',
    maxWidth: '94%',
    padding: '2px 10px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px dashed ${tint(34)}`,
    backgroundColor: tokens.colorNeutralBackground1,
    fontSize: tokens.fontSizeBase200,
    textAlign: 'center',
  },
  bad: { border: `1px dashed ${ext.bad}`, color: ext.bad },
  wait: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '8px',
    minHeight: '36px',
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: ext.selected,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  end: { marginLeft: 'auto', display: 'flex', gap: '4px' },
});

interface ThreadProps {
  simulation: Simulation;
  isBusy: boolean;
  onAnswer(body: string, choice?: string): void;
  onSkip(ms: number): void;
  onContinue(): void;
  onWork(failed: boolean): void;
}

/** The conversation as on the customer's phone, with what would happen in the house between the messages. */
export function Thread({ simulation, isBusy, onAnswer, onSkip, onContinue, onWork }: ThreadProps) {
  const t = useT();
  const styles = useStyles();
  const format = useFormat();
  const thread = useRef<HTMLDivElement>(null);
  const { lines, last, now } = simulation;
  useEffect(() => {
    thread.current?.scrollTo({ top: thread.current.scrollHeight });
  }, [lines]);
  const lastMessage = lines.findLastIndex(({ entry }) => entry.kind === 'message' || entry.kind === 'customer');
  const wait = last?.wait;
  const due = wait?.until ? Math.max(0, Date.parse(wait.until) - now) : undefined;
  return (
    <div className={styles.thread} ref={thread} role="log" aria-label={t('sim.thread')} tabIndex={0}>
      {lines.map(({ entry, at }, index) => (
        <Entry
          key={index}
          entry={entry}
          time={format.clock(at)}
          canChoose={index === lastMessage && !isBusy && last?.status === 'waiting'}
          onAnswer={onAnswer}
        />
      ))}
      {last?.status === 'waiting' && wait?.kind === 'timer' && due !== undefined && (
        <div className={styles.wait}>
          <Timer16Regular aria-hidden="true" />
          {t('sim.waitsUntil', { time: format.clock(now + due) })}
          <span className={styles.end}>
            <Button
              size="small"
              icon={<FastForward16Regular />}
              disabled={isBusy}
              onClick={() => onSkip(Math.max(1000, due))}
            >
              {t('sim.skip', { span: spanText(Math.max(1, Math.ceil(due / 1000)), t) })}
            </Button>
          </span>
        </div>
      )}
      {last?.status === 'waiting' && wait?.kind === 'work' && (
        <div className={styles.wait}>
          {t('sim.waitsForWork')}
          <span className={styles.end}>
            <Button size="small" disabled={isBusy} onClick={() => onWork(false)}>
              {t('sim.workDone')}
            </Button>
            <Button size="small" disabled={isBusy} onClick={() => onWork(true)}>
              {t('sim.workFailed')}
            </Button>
          </span>
        </div>
      )}
      {last?.status === 'stopped' && (
        <div className={styles.wait}>
          {t('sim.stopped')}
          <span className={styles.end}>
            <Button size="small" icon={<Play16Regular />} disabled={isBusy} onClick={onContinue}>
              {t('sim.continue')}
            </Button>
          </span>
        </div>
      )}
      {last?.status === 'ended' && <Bar tone="neutral">{t(`ended.${last.ended ?? 'completed'}`)}</Bar>}
    </div>
  );
}

interface EntryProps {
  entry: SimulatedEntry;
  time: string;
  canChoose: boolean;
  onAnswer(body: string, choice?: string): void;
}
function Entry({ entry, time, canChoose, onAnswer }: EntryProps) {
  const t = useT();
  const styles = useStyles();
  const { store, nameOf } = useEditor();
  if (entry.kind === 'customer')
    return (
      <div className={mergeClasses(styles.bubble, styles.customer)}>
        {entry.body}
        <span className={styles.time}>{time}</span>
      </div>
    );
  if (entry.kind === 'message')
    return (
      <>
        <div className={mergeClasses(styles.bubble, styles.house)}>
          {entry.file && (
            <span className={styles.file}>
              <Attach16Regular aria-hidden="true" />
              {entry.file.name}
            </span>
          )}
          {entry.text}
          <span className={styles.time}>{time}</span>
        </div>
        {entry.options.length > 0 && entry.isTappable && (
          <div className={styles.options}>
            {entry.options.map(({ id, title }) => (
              <Button key={id} size="small" disabled={!canChoose} onClick={() => onAnswer(title, id)}>
                {title}
              </Button>
            ))}
          </div>
        )}
      </>
    );
  if (entry.kind === 'effect') return <div className={styles.chip}>{entry.label}</div>;
  if (entry.kind === 'error') {
    const node = findNode(store.document, entry.nodeId ?? undefined);
    return (
      <div className={mergeClasses(styles.chip, styles.bad)}>
        {t('sim.error', {
          node: node ? nameOf(node) : '',
          code: hasText('flows', `errors.${entry.code}`) ? t(`errors.${entry.code}`) : entry.code,
        })}
      </div>
    );
  }
  return null;
}
