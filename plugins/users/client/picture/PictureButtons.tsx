import { useRef, useState } from 'react';
import { Button, makeStyles } from '@fluentui/react-components';
import { ImageAdd20Regular } from '@fluentui/react-icons';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { CutDialog } from './CutDialog.tsx';

export interface PictureButtonsProps {
  userId: number;
  /** Path of the picture. */
  path: string | null;
  onChanged(path: string | null): Promise<void> | void;
}

/** Largest file that is opened in the browser, before it is reduced to a small square. */
const maxBytes = 30 * 1024 * 1024;

const useStyles = makeStyles({
  buttons: { display: 'flex', gap: '8px', flexWrap: 'wrap' },
  hidden: { display: 'none' },
});

/** Adds, changes and removes a person's picture, at once. */
export function PictureButtons({ userId, path, onChanged }: PictureButtonsProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ImageBitmap>();
  const [busy, setBusy] = useState(false);

  const choose = async (file: File): Promise<void> => {
    const bitmap = file.size > maxBytes ? undefined : await createImageBitmap(file).catch(() => undefined);
    if (bitmap) setChosen(bitmap);
    else toasts.error(t('picture.unread'));
  };
  const close = (): void => {
    chosen?.close();
    setChosen(undefined);
  };
  const send = async (square: Blob): Promise<void> => {
    const form = new FormData();
    form.append('file', new File([square], 'foto.jpg', { type: 'image/jpeg' }));
    const { profilePicUrl } = await api.upload<{ profilePicUrl: string | null }>(`/users/${userId}/picture`, form);
    await onChanged(profilePicUrl);
    toasts.success(t('picture.saved'));
    close();
  };
  const remove = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await api.delete(`/users/${userId}/picture`);
      await onChanged(null);
      toasts.success(t('picture.removed'));
    } catch (error) {
      toasts.error(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.buttons} role="group" aria-label={t('picture.label')}>
      <Button size="small" icon={<ImageAdd20Regular />} onClick={() => picker.current?.click()}>
        {t(path ? 'picture.change' : 'picture.add')}
      </Button>
      {path && (
        <Button size="small" appearance="subtle" disabledFocusable={busy} onClick={() => void remove()}>
          {t('picture.remove')}
        </Button>
      )}
      <input
        ref={picker}
        className={styles.hidden}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void choose(file);
          // Choosing the same file again must fire a change event.
          event.target.value = '';
        }}
      />
      {chosen && <CutDialog picture={chosen} onUse={send} onClose={close} />}
    </div>
  );
}
