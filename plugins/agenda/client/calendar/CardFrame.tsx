import type { ReactNode } from 'react';
import { makeStyles, Popover, PopoverSurface, tokens } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { useCloseOnBack, useT, useViewport } from '@balcao/sdk/client';
import { IconButton, SideSheet } from '@balcao/sdk/ui';
import { elementOf, focusEvent } from './event-focus.ts';

const useStyles = makeStyles({
  surface: {
    width: '336px',
    maxWidth: 'calc(100vw - 32px)',
    maxHeight: 'min(560px, calc(100vh - 32px))',
    boxSizing: 'border-box',
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    borderRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
  },
  head: { padding: '16px 52px 0 16px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  body: { padding: '8px 16px 16px', overflowY: 'auto', minHeight: 0 },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '12px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  close: { position: 'absolute', top: '12px', right: '12px' },
});

export interface CardFrameProps {
  title: string;
  /** The id of what was clicked on the calendar, and where it was; absent: a sheet, without a place. */
  beside?: { id: string; rect: DOMRect };
  footer?: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** Shows something of the calendar beside it; on a phone, and from the list, as a sheet. */
export function CardFrame({ title, beside, footer, onClose, children }: CardFrameProps) {
  const { touch } = useViewport();
  if (beside && !touch) return <BesideFrame {...{ title, beside, footer, onClose, children }} />;
  return (
    <SideSheet open title={title} footer={footer} onClose={onClose}>
      {children}
    </SideSheet>
  );
}

function BesideFrame({
  title,
  beside,
  footer,
  onClose,
  children,
}: CardFrameProps & { beside: { id: string; rect: DOMRect } }) {
  const t = useT();
  const styles = useStyles();
  const close = (): void => {
    onClose();
    focusEvent(beside.id);
  };
  useCloseOnBack(close, true);
  // The calendar may draw it anew meanwhile, or elsewhere.
  const target = { getBoundingClientRect: () => elementOf(beside.id)?.getBoundingClientRect() ?? beside.rect };
  return (
    <Popover
      open
      trapFocus
      positioning={{
        target,
        position: 'after',
        align: 'top',
        offset: 8,
        fallbackPositions: ['before', 'below', 'above'],
      }}
      onOpenChange={(_, { open }) => !open && close()}
    >
      <PopoverSurface className={styles.surface} aria-label={title}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.foot}>{footer}</div>}
        {/* Last, so that the focus begins at what can be done. */}
        <IconButton
          className={styles.close}
          icon={<Dismiss20Regular />}
          label={t('card.close')}
          shortcut="Escape"
          onClick={close}
        />
      </PopoverSurface>
    </Popover>
  );
}
