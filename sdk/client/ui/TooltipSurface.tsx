import { useLayoutEffect } from 'react';
import type { FocusEventHandler, PointerEventHandler, RefObject, SyntheticEvent } from 'react';
import { resolvePositioningShorthand, Tooltip } from '@fluentui/react-components';
import type { TooltipProps, TooltipTriggerProps } from '@fluentui/react-components';

type Handler = (event: SyntheticEvent<HTMLElement>) => void;
/** Fluent's handlers of the element that the tooltip explains. */
export type TooltipTrigger = Record<'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur', Handler>;

/** The event by which somebody asked for the explanation, and its element. */
export interface Activation {
  name: 'onPointerEnter' | 'onFocus';
  event: SyntheticEvent<HTMLElement>;
  target: HTMLElement;
}

export interface TooltipSurfaceProps extends Pick<TooltipProps, 'content' | 'positioning' | 'withArrow'> {
  activation: Activation;
  /** Receives Fluent's handlers while the tooltip is rendered. */
  trigger: RefObject<TooltipTrigger | undefined>;
}

/** Fluent's tooltip beside the element that it explains instead of around it, so that the element stays as it is. */
export function TooltipSurface({ activation, trigger, positioning, ...tip }: TooltipSurfaceProps) {
  // Here and not in `Trigger`: Fluent's handlers may be called once its own layout effects have run.
  useLayoutEffect(() => trigger.current?.[activation.name](activation.event), [activation, trigger]);
  return (
    <Tooltip
      {...tip}
      relationship="inaccessible"
      positioning={{ ...resolvePositioningShorthand(positioning), target: activation.target }}
    >
      {(props) => <Trigger props={props} activation={activation} trigger={trigger} />}
    </Tooltip>
  );
}

interface TriggerProps {
  props: TooltipTriggerProps;
  activation: Activation;
  trigger: TooltipSurfaceProps['trigger'];
}

function Trigger({ props, activation, trigger }: TriggerProps) {
  const { ref, onPointerEnter, onPointerLeave, onFocus, onBlur } = props;
  useLayoutEffect(() => {
    trigger.current = {
      onPointerEnter: onPointerEnter as PointerEventHandler & Handler,
      onPointerLeave: onPointerLeave as PointerEventHandler & Handler,
      onFocus: onFocus as FocusEventHandler & Handler,
      onBlur: onBlur as FocusEventHandler & Handler,
    };
    return () => {
      trigger.current = undefined;
    };
  }, [trigger, onPointerEnter, onPointerLeave, onFocus, onBlur]);
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(activation.target);
    return () => {
      if (typeof ref === 'function') ref(null);
    };
  }, [ref, activation.target]);
  return null;
}
