import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Sparkle20Regular } from '@fluentui/react-icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { GoldenDialog } from '../golden/GoldenDialog.tsx';
import { goldenKey } from '../golden/golden-data.ts';
import { AnswerCard, type Teaching } from '../review/AnswerCard.tsx';
import { NotReady } from '../ticket/NotReady.tsx';
import { usePurpose } from '../ticket/usePurpose.ts';
import { faqKey, gapsKey, sourcesKey, type Gap, type GapDetail } from '../data.ts';
import { GapTickets } from './GapTickets.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '12px',
    maxWidth: '800px',
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
  buttons: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: '8px',
    flexShrink: 0,
    '@media (max-width: 599px)': { justifyContent: 'flex-start' },
  },
  notReady: { maxWidth: '800px', marginBottom: '12px' },
  heading: { margin: '24px 0 8px', fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  texts: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    listStyle: 'none',
    margin: 0,
    padding: 0,
    maxWidth: '800px',
  },
  text: {
    padding: '4px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    maxWidth: '100%',
    overflowWrap: 'anywhere',
  },
});

/** Ways of asking that are shown at once. */
const shownTexts = 5;

/** One question without an answer: its answer, how it was asked, and in which conversations. */
export function GapPanel({ gap }: { gap: Gap }) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const queries = useQueryClient();
  const { isReady, reason, canConfigure } = usePurpose('suggest');
  const [isAdding, setAdding] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const key = [...gapsKey, 'one', gap.id];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<GapDetail>(`/assistant/gaps/${gap.id}`, {}, { signal }),
  });
  const refresh = (): Promise<unknown> =>
    Promise.all([gapsKey, faqKey, sourcesKey, goldenKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
  const teach = async (values: Teaching): Promise<void> => {
    setBusy(true);
    try {
      await api.post(`/assistant/gaps/${gap.id}/answer`, values);
      toasts.success(t('gaps.taught'));
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  const ignore = async (isIgnored: boolean): Promise<void> => {
    setBusy(true);
    try {
      await api.post(`/assistant/gaps/${gap.id}/ignore`, { isIgnored });
      toasts.success(t(isIgnored ? 'gaps.ignored' : 'gaps.back'));
      await refresh();
    } catch (error) {
      toasts.error(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  const drafted = useMutation({
    mutationFn: () => api.post(`/assistant/gaps/${gap.id}/propose`),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
    onError: (error) => toasts.error(textOf(error)),
  });
  const proposal = data?.proposal ?? undefined;
  const texts = data?.texts ?? [];
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>{gap.question}</h2>
          <p className={styles.quiet}>
            {t('gaps.asks', { count: gap.asks })}
            {data && data.replied > 0 && ` ${t('gaps.replied', { count: data.replied, minutes: data.minutes })}`}
          </p>
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
      {gap.state !== 'taught' && isReady === false && (
        <div className={styles.notReady}>
          <NotReady reason={reason} canConfigure={canConfigure} />
        </div>
      )}
      {gap.state !== 'taught' && (
        <AnswerCard question={gap.question} draft={proposal} isBusy={isBusy} onTeach={teach}>
          {isReady && (
            <Button
              icon={<Sparkle20Regular />}
              disabledFocusable={drafted.isPending}
              onClick={() => !drafted.isPending && drafted.mutate()}
            >
              {t(drafted.isPending ? 'copilot.writing' : proposal ? 'gaps.proposeAgain' : 'gaps.propose')}
            </Button>
          )}
        </AnswerCard>
      )}
      {texts.length > 0 && (
        <>
          <h3 className={styles.heading}>{t('gaps.how')}</h3>
          <ul className={styles.texts}>
            {texts.slice(0, showsAll ? texts.length : shownTexts).map((text) => (
              <li key={text} className={styles.text}>
                {text}
              </li>
            ))}
            {!showsAll && texts.length > shownTexts && (
              <li>
                <Button size="small" onClick={() => setShowsAll(true)}>
                  {t('gaps.moreTexts', { count: texts.length - shownTexts })}
                </Button>
              </li>
            )}
          </ul>
        </>
      )}
      {data && data.tickets.length > 0 && <GapTickets tickets={data.tickets} />}
      {isAdding && <GoldenDialog question={gap.question} onClose={() => setAdding(false)} />}
    </>
  );
}
