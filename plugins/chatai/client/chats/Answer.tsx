import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowClockwise16Regular,
  ChatArrowBack16Regular,
  Copy16Regular,
  ErrorCircle16Regular,
  Sparkle16Filled,
  ThumbDislike16Filled,
  ThumbDislike16Regular,
  ThumbLike16Filled,
  ThumbLike16Regular,
} from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { api, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { RichText } from '@balcao/sdk/chat';
import { IconButton, Spinner } from '@balcao/sdk/ui';
import type { ChatMessageView } from '../../contract.ts';
import { fromMarkdown } from './markdown.ts';
import { useSeconds } from './useSeconds.ts';

const TakeDialog = lazy(() => import('./TakeDialog.tsx'));

const useStyles = makeStyles({
  answer: { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', columnGap: '8px', maxWidth: '716px' },
  tile: {
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    borderRadius: '50%',
    color: tokens.colorCompoundBrandForeground1,
    backgroundColor: `color-mix(in srgb, ${tokens.colorCompoundBrandForeground1} 10%, transparent)`,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '2px 8px',
    minHeight: '28px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  name: {
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: {
    gridColumn: 2,
    maxWidth: '680px',
    fontSize: '14px',
    lineHeight: '22px',
    overflowWrap: 'anywhere',
    '@media (max-width: 599px)': { gridColumn: '1 / -1' },
  },
  caret: {
    display: 'inline-block',
    width: '8px',
    height: '16px',
    marginInlineStart: '2px',
    verticalAlign: 'text-bottom',
    borderRadius: '2px',
    backgroundColor: tokens.colorCompoundBrandBackground,
  },
  below: {
    gridColumn: 2,
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 8px',
    minHeight: '24px',
    marginTop: '6px',
    marginLeft: '-4px',
    '@media (max-width: 599px)': { gridColumn: '1 / -1' },
  },
  trouble: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    paddingLeft: '4px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface AnswerProps {
  message: ChatMessageView;
  isLast: boolean;
  onAgain(): void;
}

/** An answer of the assistant: its text, its state, and when it is finished what can be done with it. */
export function Answer({ message, isLast, onAgain }: AnswerProps) {
  const styles = useStyles();
  const t = useT();
  const { clock, number } = useFormat();
  const { state, ms, createdAt, error } = message;
  const isWriting = state === 'writing' || state === 'queued';
  const seconds = useSeconds(createdAt, state === 'writing');
  const text = fromMarkdown(message.message);
  return (
    <article className={styles.answer} aria-label={t('chat.assistant')} aria-busy={isWriting}>
      <span className={styles.tile} aria-hidden="true">
        <Sparkle16Filled />
      </span>
      <div className={styles.head}>
        <span className={styles.name}>{t('chat.assistant')}</span>
        {isWriting ? (
          <>
            <Spinner size="extra-tiny" aria-hidden="true" />
            <span>{state === 'queued' ? t('chat.queued') : t('chat.writing', { seconds: number(seconds) })}</span>
          </>
        ) : (
          <span>
            {ms === null || state === 'failed'
              ? clock(createdAt)
              : t('chat.answered', { time: clock(createdAt), seconds: number(Math.max(1, Math.round(ms / 1000))) })}
          </span>
        )}
      </div>
      {(text !== '' || isWriting) && (
        <div className={styles.text}>
          <RichText text={text} />
          {state === 'writing' && <span className={styles.caret} aria-hidden="true" />}
        </div>
      )}
      {!isWriting && (
        <div className={styles.below}>
          {(state !== 'done' || error !== null) && (
            <span className={styles.trouble}>
              <ErrorCircle16Regular aria-hidden="true" />
              {state === 'stopped'
                ? t('chat.stopped')
                : state === 'cut'
                  ? t('chat.cut')
                  : t(`errors.${error ?? 'ERR_AI_DOWN'}`)}
            </span>
          )}
          {state === 'failed' && isLast && (
            <Button size="small" icon={<ArrowClockwise16Regular />} onClick={onAgain}>
              {t('chat.retry')}
            </Button>
          )}
          {message.message !== '' && <Actions message={message} isLast={isLast} onAgain={onAgain} />}
        </div>
      )}
    </article>
  );
}

function Actions({ message, isLast, onAgain }: AnswerProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const [isTaking, setTaking] = useState(false);
  const { rating } = message;
  const rate = (value: 1 | -1): void =>
    void api
      .put(`/chatsai/${message.chatId}/messages/${message.id}/rating`, { rating: rating === value ? null : value })
      .catch(toasts.error);
  return (
    <span className={mergeClasses(styles.trouble)}>
      <IconButton
        size="small"
        icon={<Copy16Regular />}
        label={t('chat.copy')}
        onClick={() => {
          void navigator.clipboard
            .writeText(fromMarkdown(message.message))
            .then(() => toasts.success(t('chat.copied')), toasts.error);
        }}
      />
      <IconButton
        size="small"
        icon={<ChatArrowBack16Regular />}
        label={t('take.label')}
        onClick={() => setTaking(true)}
      />
      {isTaking && (
        <Suspense fallback={null}>
          <TakeDialog text={fromMarkdown(message.message)} onClose={() => setTaking(false)} />
        </Suspense>
      )}
      {isLast && (
        <IconButton size="small" icon={<ArrowClockwise16Regular />} label={t('chat.again')} onClick={onAgain} />
      )}
      <IconButton
        size="small"
        icon={rating === 1 ? <ThumbLike16Filled /> : <ThumbLike16Regular />}
        label={t('chat.good')}
        aria-pressed={rating === 1}
        onClick={() => rate(1)}
      />
      <IconButton
        size="small"
        icon={rating === -1 ? <ThumbDislike16Filled /> : <ThumbDislike16Regular />}
        label={t('chat.bad')}
        aria-pressed={rating === -1}
        onClick={() => rate(-1)}
      />
    </span>
  );
}
