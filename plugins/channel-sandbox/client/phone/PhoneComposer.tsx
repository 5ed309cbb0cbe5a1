import { useRef, useState, type KeyboardEvent } from 'react';
import {
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Textarea,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  Attach20Regular,
  Dismiss16Regular,
  Document20Regular,
  Edit20Regular,
  Location20Regular,
  PersonCircle20Regular,
  Send20Filled,
  Sticker20Regular,
} from '@fluentui/react-icons';
import { useT, useToasts } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { PhoneMessage } from '../../contract.ts';
import { CardDialog, PlaceDialog } from './ShareDialogs.tsx';
import type { OutgoingMessage } from './thread.ts';

const maxBytes = 52_428_800;

const useStyles = makeStyles({
  composer: {
    flexShrink: 0,
    padding: '8px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: { display: 'flex', alignItems: 'flex-end', gap: '4px' },
  text: {
    flexGrow: 1,
    minWidth: 0,
    borderRadius: '18px',
    '& textarea': {
      minHeight: '36px',
      maxHeight: '108px',
      fieldSizing: 'content',
      paddingBlock: '8px',
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
    },
  },
  file: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '0 4px 6px 8px',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  fileName: { flexGrow: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export interface PhoneComposerProps {
  /** The name of the phone’s owner, for screen readers. */
  name: string;
  /** The message that is being edited; absent for a new one. */
  edited?: PhoneMessage | undefined;
  onSend(said: OutgoingMessage): void;
  onEdited(body: string): void;
  onCancelEdit(): void;
  onTyped(): void;
  onStopped(): void;
}

/** The composer of the person with the phone. Enter sends, Shift+Enter breaks the line. */
export function PhoneComposer({
  name,
  edited,
  onSend,
  onEdited,
  onCancelEdit,
  onTyped,
  onStopped,
}: PhoneComposerProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const picker = useRef<HTMLInputElement>(null);
  const stickers = useRef<HTMLInputElement>(null);
  const [body, setBody] = useState(edited?.body ?? '');
  const [file, setFile] = useState<File>();
  const [sharing, setSharing] = useState<'place' | 'card'>();

  const send = (): void => {
    if (body.trim() === '' && !file) return;
    if (edited) onEdited(body.trim());
    else onSend({ body: body.trim(), file });
    setBody('');
    setFile(undefined);
    onStopped();
  };
  const fits = (chosen: File | undefined): chosen is File => {
    if (chosen && chosen.size > maxBytes) toasts.error('ERR_FILE_TOO_LARGE');
    return chosen !== undefined && chosen.size <= maxBytes;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && edited) return onCancelEdit();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <div className={styles.composer}>
      {edited && (
        <div className={styles.file}>
          <Edit20Regular aria-hidden="true" />
          <span className={styles.fileName}>{t('phone.editing')}</span>
          <IconButton
            size="small"
            icon={<Dismiss16Regular />}
            label={t('phone.cancelEdit')}
            shortcut="escape"
            onClick={onCancelEdit}
          />
        </div>
      )}
      {file && (
        <div className={styles.file}>
          <Document20Regular aria-hidden="true" />
          <span className={styles.fileName}>{file.name}</span>
          <IconButton
            size="small"
            icon={<Dismiss16Regular />}
            label={t('phone.detach', { name: file.name })}
            onClick={() => setFile(undefined)}
          />
        </div>
      )}
      <div className={styles.line}>
        {!edited && (
          <Menu positioning="above-start">
            <MenuTrigger disableButtonEnhancement>
              <IconButton icon={<Attach20Regular />} label={t('phone.attach')} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem icon={<Document20Regular />} onClick={() => picker.current?.click()}>
                  {t('share.file')}
                </MenuItem>
                <MenuItem icon={<Sticker20Regular />} onClick={() => stickers.current?.click()}>
                  {t('share.sticker')}
                </MenuItem>
                <MenuItem icon={<Location20Regular />} onClick={() => setSharing('place')}>
                  {t('share.location')}
                </MenuItem>
                <MenuItem icon={<PersonCircle20Regular />} onClick={() => setSharing('card')}>
                  {t('share.contact')}
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('phone.attach')}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (fits(chosen)) setFile(chosen);
            event.target.value = '';
          }}
        />
        <input
          ref={stickers}
          type="file"
          accept="image/webp,image/png,image/gif"
          hidden
          aria-label={t('share.sticker')}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (fits(chosen)) onSend({ body: '', file: chosen, sticker: true });
            event.target.value = '';
          }}
        />
        <Textarea
          className={styles.text}
          appearance="filled-darker"
          resize="none"
          rows={1}
          value={body}
          autoFocus={edited !== undefined}
          aria-label={t('phone.write', { name })}
          placeholder={t('phone.placeholder')}
          onChange={(_, { value }) => {
            setBody(value);
            if (value.trim() !== '') onTyped();
          }}
          onBlur={onStopped}
          onKeyDown={onKeyDown}
        />
        <IconButton
          appearance="primary"
          shape="circular"
          icon={<Send20Filled />}
          label={t(edited ? 'phone.saveEdit' : 'phone.send')}
          disabledFocusable={body.trim() === '' && !file}
          onClick={send}
        />
      </div>
      {sharing === 'place' && (
        <PlaceDialog onShare={(data) => onSend({ body: '', data })} onClose={() => setSharing(undefined)} />
      )}
      {sharing === 'card' && (
        <CardDialog onShare={(data) => onSend({ body: '', data })} onClose={() => setSharing(undefined)} />
      )}
    </div>
  );
}
