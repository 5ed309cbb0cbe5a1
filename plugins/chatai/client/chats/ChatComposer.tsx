import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Send20Filled, RecordStop20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { api, useErrorText, useT, useToasts, useViewport } from '@balcao/sdk/client';
import { ApiError } from '@balcao/sdk/client';
import { Bar, ext, IconButton, Kbd } from '@balcao/sdk/ui';
import { settingsPath } from '../../contract.ts';
import { purposesQuery } from './chat-data.ts';

const useStyles = makeStyles({
  place: { padding: '0 16px 16px', flexShrink: 0, '@media (max-width: 599px)': { padding: '0 8px 8px' } },
  box: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    maxWidth: '792px',
    margin: '0 auto',
    padding: '10px 8px 8px 14px',
    borderRadius: '12px',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow4,
    ':focus-within': { border: `1px solid ${tokens.colorCompoundBrandStroke}` },
  },
  field: {
    width: '100%',
    maxHeight: '168px',
    padding: 0,
    border: 'none',
    outlineStyle: 'none',
    resize: 'none',
    fieldSizing: 'content',
    minHeight: '24px',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    font: 'inherit',
    fontSize: '14px',
    lineHeight: '22px',
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
    '@media (max-width: 599px)': { fontSize: '16px' },
  },
  foot: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '32px' },
  hint: { flexGrow: 1, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  link: { color: tokens.colorBrandForegroundLink },
  closed: { maxWidth: '792px', margin: '0 auto' },
});

interface ChatComposerProps {
  uuid: string;
  isWriting: boolean;
  onStop(): void;
}

/** The field for a question. Enter sends, Shift+Enter begins a line; while an answer is written the button stops it. */
export function ChatComposer({ uuid, isWriting, onStop }: ChatComposerProps) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const textOf = useErrorText();
  const { touch } = useViewport();
  const purposes = useQuery(purposesQuery);
  const [text, setText] = useState('');
  const isSending = useRef(false);
  const chat = purposes.data?.purposes.find(({ purpose }) => purpose === 'chat');
  const send = async (): Promise<void> => {
    const message = text.trim();
    if (message === '' || isSending.current) return;
    isSending.current = true;
    setText('');
    try {
      await api.post(`/chatsai/${uuid}/messages`, { message, actor: 'user' });
    } catch (error) {
      // Text typed meanwhile stays behind it.
      setText((typed) => (typed === '' ? message : `${message}\n${typed}`));
      toasts.error(error);
      if (error instanceof ApiError && error.status === 409) void purposes.refetch();
    } finally {
      isSending.current = false;
    }
  };
  if (chat && !chat.isReady)
    return (
      <div className={styles.place}>
        <div className={styles.closed}>
          <Bar tone="info">
            {chat.reason === 'ERR_AI_NOT_CONFIGURED' ? t('chat.noProvider') : textOf(chat.reason)}{' '}
            {purposes.data?.canConfigure && (
              <Link className={styles.link} to={settingsPath}>
                {t('chat.configure')}
              </Link>
            )}
          </Bar>
        </div>
      </div>
    );
  return (
    <div className={styles.place}>
      <div className={styles.box}>
        <textarea
          className={styles.field}
          rows={1}
          value={text}
          maxLength={100_000}
          aria-label={t('chat.field')}
          placeholder={t(isWriting ? 'chat.placeholderWriting' : 'chat.placeholder')}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isWriting) onStop();
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void send();
          }}
        />
        <div className={styles.foot}>
          <span className={styles.hint}>{!touch && t('chat.mayErr')}</span>
          {isWriting && text.trim() === '' ? (
            <>
              {!touch && <Kbd keys="Escape" />}
              <Button icon={<RecordStop20Regular />} onClick={onStop}>
                {t('chat.stop')}
              </Button>
            </>
          ) : (
            <IconButton
              appearance="primary"
              icon={<Send20Filled />}
              label={t('chat.send')}
              disabledFocusable={text.trim() === ''}
              onClick={() => void send()}
            />
          )}
        </div>
      </div>
    </div>
  );
}
