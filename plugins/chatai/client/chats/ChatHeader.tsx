import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components';
import { ArrowDownload20Regular, Edit20Regular, Options20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useSession, useT, useToasts } from '@balcao/sdk/client';
import { IconButton, saveFile } from '@balcao/sdk/ui';
import type { ChatView } from '../../contract.ts';
import { RenameDialog } from './RenameDialog.tsx';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '56px',
    padding: '0 12px 0 24px',
    flexShrink: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 599px)': { paddingInline: '16px 4px' },
  },
  names: { flexGrow: 1, minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: '20px',
    fontWeight: tokens.fontWeightSemibold,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  below: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  open: { whiteSpace: 'nowrap', flexShrink: 0, minWidth: 'auto' },
  values: { maxWidth: '360px', maxHeight: '60vh', overflowY: 'auto', '& dl': { margin: 0 } },
  name: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, marginTop: '8px' },
  value: { margin: 0, overflowWrap: 'anywhere' },
});

/** The head of a chat: its title and prompt, the values of its placeholders, export and renaming. */
export function ChatHeader({ chat }: { chat: ChatView }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const { user } = useSession();
  const [isRenaming, setRenaming] = useState(false);
  const values = Object.entries(JSON.parse(chat.configFields) as Record<string, string>);
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <h2 className={styles.title} title={chat.title}>
          {chat.title}
        </h2>
        <div className={styles.below}>
          {t('chat.prompt', { title: chat.promptTitle, kind: t(`type.${chat.promptType}`).toLowerCase() })}
        </div>
      </div>
      {values.length > 0 && (
        <Popover trapFocus withArrow>
          <PopoverTrigger disableButtonEnhancement>
            <Button size="small" icon={<Options20Regular />} className={styles.open}>
              {t('chat.values', { count: values.length })}
            </Button>
          </PopoverTrigger>
          <PopoverSurface
            className={styles.values}
            aria-label={t('chat.values', { count: values.length })}
            tabIndex={-1}
          >
            <dl>
              {values.map(([name, value]) => (
                <div key={name}>
                  <dt className={styles.name}>{name}</dt>
                  <dd className={styles.value}>{value}</dd>
                </div>
              ))}
            </dl>
          </PopoverSurface>
        </Popover>
      )}
      <IconButton
        icon={<ArrowDownload20Regular />}
        label={t('chat.export')}
        onClick={() => void saveFile(`/chatsai/${chat.uuid}/export`, {}, 'conversa.md').catch(toasts.error)}
      />
      {chat.ownerId === user.id && (
        <IconButton icon={<Edit20Regular />} label={t('chat.rename')} onClick={() => setRenaming(true)} />
      )}
      {isRenaming && <RenameDialog chat={chat} onClose={() => setRenaming(false)} />}
    </header>
  );
}
