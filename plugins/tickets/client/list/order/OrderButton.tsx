import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDown12Regular } from '@fluentui/react-icons';
import { memo, useRef, useState } from 'react';
import { PartBoundary, useT } from '@balcao/sdk/client';
import type { TicketStatus } from '../../../contract.ts';
import { ordersOf } from '../../model/listFilters.ts';
import { OrderMenu } from '../../pages/later.ts';
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

/** Above the rows: the order they stand in, and the way to another. */
export const OrderButton = memo(function OrderButton({ status }: { status: TicketStatus }) {
  const styles = useStyles();
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [orderOf, choose] = useListOrder();
  const value = orderOf(status);
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
        aria-label={t('order.button', { order: t(`order.${value}`) })}
        onClick={() => setOpen(!isOpen)}
      >
        {t(`order.${value}`)}
      </Button>
      {isOpen && (
        <PartBoundary>
          <OrderMenu
            target={button}
            orders={ordersOf(status)}
            value={value}
            onChoose={(order) => choose(status, order)}
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
