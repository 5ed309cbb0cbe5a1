import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, Checkbox, Field, Input, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { Sparkle16Filled, Warning16Filled } from '@fluentui/react-icons';
import { ApiError, useErrorText, useShortcut, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { Kbd, ext } from '@balcao/sdk/ui';
import { concealed } from '@balcao/chatai/contract';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    maxWidth: '800px',
    padding: '16px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  brand: { color: tokens.colorCompoundBrandForeground1 },
  title: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  warning: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '6px',
    margin: 0,
    color: ext.warn,
    fontSize: tokens.fontSizeBase200,
    '& svg': { flexShrink: 0 },
  },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  buttons: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
});

/** Facts about a draft: from how many conversations it is, and in what they contradict each other. */
export interface DraftFacts {
  answer: string;
  conversations: number;
  conflicts: readonly string[];
}

export interface Teaching {
  question: string;
  answer: string;
  isGolden: boolean;
}

interface AnswerCardProps {
  question: string;
  draft: DraftFacts | undefined;
  isBusy: boolean;
  onTeach(values: Teaching): Promise<void>;
  /** Other buttons beside that of approving. */
  children?: ReactNode;
}

/** The answer to a question, which a person writes or corrects; `a` approves it. Until then nobody gets it. */
export function AnswerCard({ question: asked, draft, isBusy, onTeach, children }: AnswerCardProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const { touch } = useViewport();
  const [question, setQuestion] = useState(asked);
  const [answer, setAnswer] = useState(draft?.answer ?? '');
  const [isGolden, setGolden] = useState(true);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const drafted = draft?.answer;
  const taken = useRef(drafted ?? '');
  // A draft that comes fills an empty answer, or replaces the former draft. What a person wrote stays.
  useEffect(() => {
    if (drafted === undefined || drafted === taken.current) return;
    setAnswer((written) => {
      if (written.trim() !== '' && written !== taken.current) return written;
      taken.current = drafted;
      return drafted;
    });
  }, [drafted]);
  const use = (text: string): void => {
    taken.current = text;
    setAnswer(text);
  };
  const isReady = !isBusy && answer.trim() !== '' && question.trim() !== '';
  const teach = async (): Promise<void> => {
    setFaults({});
    try {
      await onTeach({ question, answer, isGolden });
    } catch (error) {
      if (error instanceof ApiError && error.fields) setFaults(error.fields);
      else toasts.error(textOf(error));
    }
  };
  useShortcut('a', () => void teach(), { label: t('gaps.teach'), group: t('tab.gaps'), when: () => isReady });
  const faultOf = (field: string): string | undefined => {
    const code = faults[field];
    return code === 'ERR_CONCEALED' ? t('errors.ERR_CONCEALED') : code;
  };
  const warnings = [
    ...(draft?.conflicts ?? []),
    ...(answer.includes(concealed) || question.includes(concealed) ? [t('review.concealed', { mark: concealed })] : []),
  ];
  return (
    <section className={styles.card} aria-label={t('gaps.answer')}>
      {draft && (
        <div className={styles.head}>
          <Sparkle16Filled className={styles.brand} aria-hidden />
          <span className={styles.title}>{t('review.draft')}</span>
          <span className={styles.quiet}>{t('review.from', { count: draft.conversations })}</span>
        </div>
      )}
      <Field label={t('faq.question')} {...(faultOf('question') && { validationMessage: faultOf('question') })}>
        <Input value={question} maxLength={300} onChange={(_, { value }) => setQuestion(value)} />
      </Field>
      <Field label={t('gaps.answer')} {...(faultOf('answer') && { validationMessage: faultOf('answer') })}>
        <Textarea
          rows={4}
          resize="vertical"
          value={answer}
          placeholder={t('gaps.placeholder')}
          onChange={(_, { value }) => setAnswer(value)}
        />
      </Field>
      {drafted !== undefined && drafted !== taken.current && answer !== drafted && (
        <div className={styles.head}>
          <span className={styles.quiet}>{drafted}</span>
          <Button size="small" onClick={() => use(drafted)}>
            {t('review.useDraft')}
          </Button>
        </div>
      )}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <Warning16Filled aria-hidden />
          {warning}
        </p>
      ))}
      <div className={styles.foot}>
        <div className={styles.buttons}>
          <Button appearance="primary" disabledFocusable={!isReady} onClick={() => isReady && void teach()}>
            {t('gaps.teach')}
          </Button>
          {isReady && !touch && <Kbd keys="a" />}
          {children}
        </div>
        <Checkbox
          label={t('gaps.golden')}
          checked={isGolden}
          onChange={(_, { checked }) => setGolden(checked === true)}
        />
      </div>
    </section>
  );
}
