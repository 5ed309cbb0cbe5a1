import type { Scope } from '@balcao/sdk/server';

export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A server that is killed at its nth await: from then on nothing of it runs any more. */
export class Victim {
  #left: number;
  constructor(at: number) {
    this.#left = at;
  }
  get isDead(): boolean {
    return this.#left <= 0;
  }
  tick(): void {
    this.#left -= 1;
    if (this.#left <= 0) throw new Killed('killed');
  }
  /** Runs work on behalf of this server; true when it was killed meanwhile. */
  async dies(work: (scope: Scope) => Promise<unknown>, scope: Scope): Promise<boolean> {
    await work(this.scope(scope)).catch((error: unknown) => {
      if (!(error instanceof Killed) && !this.isDead) throw error;
    });
    return this.isDead;
  }
  /** Wraps everything that a scope awaits: statements, services, jobs, events, transactions. */
  scope(scope: Scope): Scope {
    const around =
      <A extends unknown[]>(call: (...args: A) => unknown) =>
      async (...args: A) => {
        this.tick();
        const result = await call(...args);
        this.tick();
        return result;
      };
    const members = (target: object): object =>
      new Proxy(target, {
        get: (of, key) => {
          const member = Reflect.get(of, key) as unknown;
          return typeof member === 'function'
            ? around((...args: unknown[]) => (member as (...a: unknown[]) => unknown).apply(of, args))
            : member;
        },
      });
    return new Proxy(scope, {
      get: (target, key) => {
        const member = Reflect.get(target, key) as unknown;
        if (key === 'tx')
          return around((work: (inner: Scope) => Promise<unknown>) => target.tx((inner) => work(this.scope(inner))));
        if (key === 'use') return (ref: never) => members(target.use(ref) as object);
        if (key === 'sql' || key === 'jobs') return members(member as object);
        if (key === 'emit')
          return around((...args: unknown[]) => (member as (...a: unknown[]) => unknown).apply(target, args));
        return typeof member === 'function' ? (member as (...a: unknown[]) => unknown).bind(target) : member;
      },
    });
  }
}
