import { useState } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { Bubble, MessageText, RichText } from '@balcao/sdk/chat';
import { IconButton, ext } from '@balcao/sdk/ui';
import type { CampaignPreview } from '../../contract.ts';
import { useFormStyles } from './form-styles.ts';

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', gap: '4px' },
  title: {
    margin: 0,
    flexGrow: 1,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  who: { color: tokens.colorNeutralForeground2, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  chat: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    marginTop: '12px',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: ext.canvas,
  },
  file: { display: 'block', marginBottom: '4px', fontWeight: tokens.fontWeightSemibold },
});

export interface ArrivalPanelProps {
  preview: CampaignPreview | undefined;
  fileName: string | undefined;
}

/** The message as real recipients get it: the question, its answer, and the text with the file. */
export function ArrivalPanel({ preview, fileName }: ArrivalPanelProps) {
  const t = useT();
  const styles = useStyles();
  const form = useFormStyles();
  const [at, setAt] = useState(0);
  const samples = preview?.samples ?? [];
  const index = Math.min(at, Math.max(0, samples.length - 1));
  const sample = samples[index];
  const date = preview?.startsAt ?? '';
  return (
    <section className={form.card} aria-label={t('arrival.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('arrival.title')}</h2>
        {samples.length > 0 && (
          <>
            <span className={styles.who}>
              {t('arrival.who', { name: sample?.name || sample?.number, index: index + 1, count: samples.length })}
            </span>
            <IconButton
              icon={<ChevronLeft20Regular />}
              label={t('arrival.before')}
              disabledFocusable={index === 0}
              onClick={() => setAt(Math.max(0, index - 1))}
            />
            <IconButton
              icon={<ChevronRight20Regular />}
              label={t('arrival.next')}
              disabledFocusable={index >= samples.length - 1}
              onClick={() => setAt(Math.min(samples.length - 1, index + 1))}
            />
          </>
        )}
      </div>
      {sample ? (
        <div className={styles.chat}>
          {sample.question && (
            <>
              <Bubble isOurs starts isNarrow>
                <MessageText when={{ date }}>
                  <RichText text={sample.question} />
                </MessageText>
              </Bubble>
              <Bubble isOurs={false} starts isNarrow>
                <MessageText when={{ date }}>{t('arrival.yes')}</MessageText>
              </Bubble>
            </>
          )}
          <Bubble isOurs starts isNarrow>
            {fileName && <span className={styles.file}>{fileName}</span>}
            <MessageText when={{ date }}>
              <RichText text={sample.text} />
            </MessageText>
          </Bubble>
        </div>
      ) : (
        <span className={form.quiet}>{t('arrival.none')}</span>
      )}
    </section>
  );
}
