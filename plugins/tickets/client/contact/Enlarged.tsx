import { Dialog, DialogSurface, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useCloseOnBack, useRestoreFocus, useT } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  surface: {
    padding: 0,
    border: 'none',
    width: 'calc(100vw - 32px)',
    maxHeight: 'calc(100dvh - 48px)',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusXLarge,
  },
  head: { display: 'flex', alignItems: 'center', gap: '8px', padding: '10px 12px 10px 20px' },
  name: {
    margin: 0,
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  stage: {
    display: 'flex',
    justifyContent: 'center',
    backgroundColor: tokens.colorNeutralBackground3,
    '& > *': { display: 'block', width: '100%', maxHeight: 'calc(100dvh - 112px)', objectFit: 'contain' },
  },
});

export interface EnlargedProps {
  /** Heading and accessible name. */
  name: string;
  /** Greatest width of the dialog in pixels; default 480. */
  width?: number;
  onClose(): void;
  /** One picture or video, which fills the width. */
  children: ReactNode;
}

/** A dialog that shows a picture enlarged, such as that of a contact. */
export function Enlarged({ name, width = 480, onClose, children }: EnlargedProps) {
  const styles = useStyles();
  const t = useT();
  useRestoreFocus();
  useCloseOnBack(onClose);
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface} style={{ maxWidth: width }} aria-label={name}>
        <div className={styles.head}>
          <h2 className={styles.name}>{name}</h2>
          <IconButton icon={<Dismiss20Regular />} label={t('media.close')} shortcut="Escape" onClick={onClose} />
        </div>
        <div className={styles.stage}>{children}</div>
      </DialogSurface>
    </Dialog>
  );
}
