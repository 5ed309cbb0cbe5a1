import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons';
import { memo, useRef, useState } from 'react';
import { PartBoundary, translate, useT } from '@balcao/sdk/client';
import type { TicketStatus } from '../../../contract.ts';
import { OrderMenu } from '../../pages/lazy-parts.ts';
import { useListOrder } from './useListOrder.ts';

const useStyles = makeStyles({
  button: {
    minWidth: 0,
    height: '24px',
    whiteSpace: 'nowrap',
    flexShrink: 0,
    padding: '0 4px',
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    '@media (hover: none)': { height: '36px' },
  },
});

/** A button above the rows that shows their order and opens the menu. */
export const OrderButton = memo(function OrderButton({ status }: { status: TicketStatus }) {
  const styles = useStyles();
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const value = useListOrder()(status);
  const name = typeof value === 'string' ? t(`order.${value}`) : translate(value.plugin, value.label);
  return (
    <>
      <Button
        ref={button}
        size="small"
        appearance="transparent"
        className={styles.button}
        icon={<ChevronDown12Regular />}
        iconPosition="after"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={t('order.button', { order: name })}
        onClick={() => setOpen(!isOpen)}
      >
        {name}
      </Button>
      {isOpen && (
        <PartBoundary>
          <OrderMenu
            target={button}
            status={status}
            value={value}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </PartBoundary>
      )}
    </>
  );
});
