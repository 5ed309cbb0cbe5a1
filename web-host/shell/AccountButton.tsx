import type { ComponentPropsWithRef } from 'react';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useConnectionState, useOptionalSession, useT } from '@balcao/sdk/client';
import { Avatar, ext } from '@balcao/sdk/ui';
import { usePicture } from './picture.ts';

const useStyles = makeStyles({
  trigger: {
    display: 'inline-flex',
    padding: '2px',
    marginLeft: '6px',
    border: 'none',
    borderRadius: '50%',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
});

/** The person's picture at the end of the top bar, with the state of the live connection. */
export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const t = useT('shell');
  const styles = useStyles();
  const session = useOptionalSession();
  const picture = usePicture();
  const online = useConnectionState() === 'online';
  if (!session) return null;
  const { name } = session.user;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...props}
      className={styles.trigger}
      aria-label={t('top.account', { name })}
    >
      <Avatar
        name={name}
        size={28}
        decorative
        presence={online ? 'online' : 'offline'}
        ring={ext.chrome}
        {...(picture ? { picture } : {})}
      />
    </button>
  );
}
