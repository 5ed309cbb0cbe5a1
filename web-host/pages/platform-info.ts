import { useQuery } from '@tanstack/react-query';
import { api } from '@balcao/sdk/client';

export interface DemoLogin {
  email: string;
  password: string;
  /** The path of the page where the demonstration begins. */
  start?: string;
}

/** What anybody may know about this address. */
export interface PlatformInfo {
  demo?: boolean;
  demoLogin?: DemoLogin;
  /** False: new companies are opened by the operator only. */
  signup?: boolean;
}

/** Undefined until known; an address that does not answer offers no demo and keeps sign-up. */
export function usePlatformInfo(): PlatformInfo | undefined {
  const { data, isError } = useQuery({
    queryKey: ['platform', 'info'],
    queryFn: () => api.get<PlatformInfo>('/platform/info'),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  return data ?? (isError ? {} : undefined);
}
