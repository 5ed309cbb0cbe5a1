import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CircleSmall20Filled } from '@fluentui/react-icons';
import { usePoint, useT } from '@balcao/sdk/client';
import { RelativeTime, tint } from '@balcao/sdk/ui';
import { EntryIcon, EntryText } from '../contact/PluginLogEntry.tsx';
import { logEntryPoint } from '../parts.ts';
import { logIcons } from './log-icons.ts';
import { endedText, stepText, whyText } from './log-text.ts';
import type { LogStep } from './read-log.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  step: {
    position: 'relative',
    display: 'flex',
    gap: '10px',
    padding: '4px 0',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    // The line that connects an entry with the one before it.
    '::after': {
      content: '""',
      position: 'absolute',
      left: '11.5px',
      top: '30px',
      bottom: '-2px',
      width: '1px',
      backgroundColor: tokens.colorNeutralStroke2,
    },
    ':last-child::after': { display: 'none' },
  },
  mark: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '24px',
    height: '24px',
    borderRadius: '50%',
    backgroundColor: tint(6),
    color: tokens.colorNeutralForeground2,
  },
  text: {
    display: 'flex',
    flexDirection: 'column',
    paddingTop: '4px',
    flexGrow: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
  },
  large: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  type: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  note: { color: tokens.colorNeutralForeground3 },
  time: { paddingTop: '4px', flexShrink: 0, color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
});

interface LogStepsProps {
  /** Newest first. */
  steps: readonly LogStep[];
  /** Names the type of each step above its sentence. */
  isWhole?: boolean;
}

/** A vertical stepper: what happened, how long the phase before it lasted, and when. */
export function LogSteps({ steps, isWhole = false }: LogStepsProps) {
  const styles = useStyles();
  const t = useT();
  const plugins = usePoint(logEntryPoint);
  return (
    <ol className={styles.list}>
      {steps.map((step, index) => {
        const { entry } = step;
        const { type, user, createdAt, data } = entry;
        const item = plugins.find(({ id }) => id === type);
        const Icon = logIcons[type] ?? CircleSmall20Filled;
        const notes = [whyText(step, t), endedText(step, t)].filter((note) => note !== undefined);
        return (
          <li key={`${createdAt} ${type} ${index}`} className={styles.step}>
            <span className={styles.mark} aria-hidden="true">
              {item ? <EntryIcon item={item} /> : <Icon />}
            </span>
            <span className={mergeClasses(styles.text, isWhole && styles.large)}>
              {isWhole && type in logIcons && <span className={styles.type}>{t(`log.type.${type}`)}</span>}
              <span>
                {item ? <EntryText item={item} data={data} user={user} createdAt={createdAt} /> : stepText(step, t)}
              </span>
              {notes.map((note) => (
                <span key={note} className={styles.note}>
                  {note}
                </span>
              ))}
            </span>
            <span className={styles.time}>
              <RelativeTime date={createdAt} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
