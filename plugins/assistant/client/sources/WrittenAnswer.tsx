import { makeStyles, tokens } from '@fluentui/react-components';
import { Sparkle16Regular } from '@fluentui/react-icons';
import { useErrorText, useT } from '@balcao/sdk/client';
import { Spinner } from '@balcao/sdk/ui';
import { DoubtNote, Doubtful } from '../doubts/Doubtful.tsx';
import { useMeasures } from '../golden/golden-data.ts';

export interface TrialAnswer {
  kind: 'answer' | 'handover' | 'end';
  text: string;
  /** Figures of it that none of the sources states. */
  doubts: string[];
  reason: string | null;
  sources: { sourceId: number; source: string; heading: string }[];
  ms: number;
}

const useStyles = makeStyles({
  card: {
    marginTop: '12px',
    padding: '10px 12px',
    borderRadius: '10px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { display: 'flex', alignItems: 'center', gap: '6px', marginBottom: '4px' },
  title: { margin: 0, flexGrow: 1, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  text: { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
});

interface WrittenAnswerProps {
  /** Undefined while it is written. */
  answer: TrialAnswer | undefined;
  error: unknown;
}

/** The answer that the assistant would give to a question now, or what it would do instead. */
export function WrittenAnswer({ answer, error }: WrittenAnswerProps) {
  const t = useT();
  const styles = useStyles();
  const errorOf = useErrorText();
  const { seconds } = useMeasures();
  const words = ({ kind, text, reason }: TrialAnswer): string => {
    if (kind === 'handover') return t('golden.fault_handover', { reason: t(`reason.${reason ?? 'model'}`) });
    if (kind === 'end') return t('golden.ended');
    return text === '' ? t('golden.saidNothing') : text;
  };
  return (
    <section className={styles.card} aria-label={t('ask.answer')} aria-live="polite">
      <div className={styles.head}>
        <Sparkle16Regular aria-hidden="true" />
        <h3 className={styles.title}>{t('ask.answer')}</h3>
        {answer && (
          <span className={styles.quiet}>
            {t('ask.facts', {
              time: seconds(answer.ms),
              count: new Set(answer.sources.map((one) => one.sourceId)).size,
            })}
          </span>
        )}
      </div>
      {error ? (
        <p className={styles.text}>{errorOf(error)}</p>
      ) : answer ? (
        <>
          <p className={styles.text}>
            <Doubtful text={words(answer)} doubts={answer.doubts} />
          </p>
          <DoubtNote doubts={answer.doubts} />
        </>
      ) : (
        <Spinner size="tiny" label={t('ask.writing')} />
      )}
    </section>
  );
}
