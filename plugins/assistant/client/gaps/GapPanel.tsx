import { useState } from 'react';
import { Button, Checkbox, Field, Input, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ApiError, api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { RelativeTime } from '@balcao/sdk/ui';
import { GoldenDialog } from '../golden/GoldenDialog.tsx';
import { goldenKey } from '../golden/golden-data.ts';
import { ReplayDialog } from '../replay/ReplayDialog.tsx';
import { faqKey, gapsKey, sourcesKey, type Gap, type GapDetail } from '../data.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '12px',
    marginBottom: '16px',
    '@media (max-width: 599px)': { flexDirection: 'column' },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  quiet: { margin: '4px 0 0', color: tokens.colorNeutralForeground3 },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    maxWidth: '800px',
    padding: '16px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
  },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  buttons: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px' },
  heading: { margin: '24px 0 8px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  texts: { display: 'flex', flexWrap: 'wrap', gap: '6px', listStyle: 'none', margin: 0, padding: 0 },
  text: {
    padding: '4px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    maxWidth: '100%',
    overflowWrap: 'anywhere',
  },
  tickets: { listStyle: 'none', margin: 0, padding: 0, maxWidth: '800px' },
  ticket: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  contact: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

/** One question without an answer: its answer, how it was asked, and in which conversations. */
export function GapPanel({ gap }: { gap: Gap }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [question, setQuestion] = useState(gap.question);
  const [answer, setAnswer] = useState('');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isGolden, setGolden] = useState(true);
  const [isAdding, setAdding] = useState(false);
  const [replayed, setReplayed] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: [...gapsKey, 'one', gap.id],
    queryFn: ({ signal }) => api.get<GapDetail>(`/assistant/gaps/${gap.id}`, {}, { signal }),
  });
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      toasts.success(done);
      await Promise.all(
        [gapsKey, faqKey, sourcesKey, goldenKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    } catch (error) {
      if (error instanceof ApiError && error.fields) setFaults(error.fields);
      else toasts.error(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  const teach = () =>
    act(() => api.post(`/assistant/gaps/${gap.id}/answer`, { question, answer, isGolden }), t('gaps.taught'));
  const ignore = (isIgnored: boolean) =>
    act(() => api.post(`/assistant/gaps/${gap.id}/ignore`, { isIgnored }), t(isIgnored ? 'gaps.ignored' : 'gaps.back'));
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>{gap.question}</h2>
          <p className={styles.quiet}>{t('gaps.asks', { count: gap.asks })}</p>
        </div>
        <div className={styles.buttons}>
          <Button onClick={() => setAdding(true)}>{t('gaps.makeGolden')}</Button>
          {gap.state === 'open' && (
            <Button disabled={isBusy} onClick={() => void ignore(true)}>
              {t('gaps.ignore')}
            </Button>
          )}
          {gap.state === 'ignored' && (
            <Button disabled={isBusy} onClick={() => void ignore(false)}>
              {t('gaps.takeBack')}
            </Button>
          )}
        </div>
      </div>
      {gap.state !== 'taught' && (
        <section className={styles.card} aria-label={t('gaps.answer')}>
          <Field label={t('faq.question')} validationMessage={faults['question']}>
            <Input value={question} maxLength={300} onChange={(_, { value }) => setQuestion(value)} />
          </Field>
          <Field label={t('gaps.answer')} validationMessage={faults['answer']}>
            <Textarea
              rows={4}
              resize="vertical"
              value={answer}
              placeholder={t('gaps.placeholder')}
              onChange={(_, { value }) => setAnswer(value)}
            />
          </Field>
          <div className={styles.foot}>
            <Button appearance="primary" disabled={isBusy || answer.trim() === ''} onClick={() => void teach()}>
              {t('gaps.teach')}
            </Button>
            <Checkbox
              label={t('gaps.golden')}
              checked={isGolden}
              onChange={(_, { checked }) => setGolden(checked === true)}
            />
          </div>
        </section>
      )}
      {data && data.texts.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('gaps.how')}</h3>
          <ul className={styles.texts}>
            {data.texts.map((text) => (
              <li key={text} className={styles.text}>
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.tickets.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('gaps.tickets')}</h3>
          <ul className={styles.tickets}>
            {data.tickets.map((ticket) => (
              <li key={`${ticket.id} ${ticket.at}`} className={styles.ticket}>
                <span className={styles.contact}>{ticket.contact}</span>
                <RelativeTime date={ticket.at} />
                <Button size="small" onClick={() => setReplayed(ticket.id)}>
                  {t('replay.open')}
                </Button>
                <Button size="small" onClick={() => void navigate(`/tickets/${ticket.uuid}`)}>
                  {t('gaps.open')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {isAdding && <GoldenDialog question={question} onClose={() => setAdding(false)} />}
      {replayed !== undefined && <ReplayDialog ticketId={replayed} onClose={() => setReplayed(undefined)} />}
    </>
  );
}
