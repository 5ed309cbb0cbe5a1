import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError, networkOf } from '@balcao/sdk/server';
import type { Company, CurrentUser, Language, LoginChallenge, LoginStepOutcome } from '@balcao/sdk/server';
import type { Attempts, Limit } from './attempts.ts';

/** What plugins ask between the password and the session, by the plugin and id of the step. */
export interface StepPort {
  /** In order: those that plugins contribute and that are on for the company. */
  names(company: Company): readonly string[];
  ask(name: string, user: CurrentUser, company: Company, language: Language): Promise<LoginChallenge | undefined>;
  answer(
    name: string,
    user: CurrentUser,
    company: Company,
    language: Language,
    given: { state: string; value: string },
  ): Promise<LoginStepOutcome>;
}

/** What the browser shows of a challenge; its state stays here. */
export interface PendingStep {
  pass: string;
  challenge: Omit<LoginChallenge, 'state'>;
}

interface Pass {
  id: string;
  userId: number;
  companyId: number;
  step: string;
  passed: string[];
  state: string;
  tries: number;
}

interface LoginStepsOptions {
  owner: Pool;
  attempts: Attempts;
  steps: StepPort;
}

const minutes = 10;
const maxTries = 5;
const hashOf = (pass: string): Buffer => createHash('sha256').update(pass).digest();

/**
 * A login that waits for more than the password. What was proved is kept here and not in the browser: a pass says
 * which row, good for ten minutes, five wrong answers and one session.
 */
export class LoginSteps {
  readonly #options: LoginStepsOptions;

  constructor(options: LoginStepsOptions) {
    this.#options = options;
  }

  /** The first thing that is asked, or undefined when the password is enough. */
  begin(user: CurrentUser, company: Company, language: Language): Promise<PendingStep | undefined> {
    return this.#askFrom([], user, company, language);
  }

  /** Whose login it is; ERR_LOGIN_STEP_OVER (401) for a pass that is used, old or over-tried. */
  async find(pass: string): Promise<Pass> {
    const { rows } = await this.#options.owner.query<Pass>(
      `update kernel.login_step set tries = tries + 1
        where hash = $1 and expires_at > now() and tries < $2
        returning id, user_id as "userId", company_id as "companyId", step, passed, state, tries`,
      [hashOf(pass), maxTries],
    );
    const found = rows[0];
    if (!found) throw over();
    return found;
  }

  /** Undefined: everything was proved, and a session may begin. */
  async answer(
    pass: Pass,
    given: { value: string; ip: string },
    user: CurrentUser,
    company: Company,
    language: Language,
  ): Promise<PendingStep | undefined> {
    const { attempts, steps } = this.#options;
    const counted: Limit[] = [
      { name: 'login-step', of: String(user.id), most: 10, seconds: 900 },
      { name: 'login-step-ip', of: networkOf(given.ip), most: 60, seconds: 900 },
    ];
    await attempts.take(counted);
    const { state, step } = pass;
    const outcome = await steps.answer(step, user, company, language, { state, value: given.value });
    if ('refused' in outcome) {
      if (pass.tries >= maxTries) await this.#end(pass.id);
      throw new AppError(400, 'ERR_LOGIN_STEP_REFUSED', {
        context: { text: outcome.refused, triesLeft: maxTries - pass.tries },
      });
    }
    await attempts.forgive(counted);
    // Of two answers at the same moment one goes on.
    if (!(await this.#end(pass.id))) throw over();
    if ('challenge' in outcome) return this.#keep(user, company, step, pass.passed, outcome.challenge);
    return this.#askFrom([...pass.passed, step], user, company, language);
  }

  async tidy(): Promise<void> {
    await this.#options.owner.query(`delete from kernel.login_step where expires_at < now()`);
  }

  async #askFrom(
    passed: string[],
    user: CurrentUser,
    company: Company,
    language: Language,
  ): Promise<PendingStep | undefined> {
    const { steps } = this.#options;
    const done = new Set(passed);
    for (const name of steps.names(company).filter((one) => !done.has(one))) {
      const challenge = await steps.ask(name, user, company, language);
      if (challenge) return this.#keep(user, company, name, passed, challenge);
    }
    return undefined;
  }

  async #keep(
    user: CurrentUser,
    company: Company,
    step: string,
    passed: string[],
    { state, ...challenge }: LoginChallenge,
  ): Promise<PendingStep> {
    const pass = randomBytes(32).toString('base64url');
    await this.#options.owner.query(
      `insert into kernel.login_step (id, hash, company_id, user_id, step, passed, state, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8))`,
      [randomUUID(), hashOf(pass), company.id, user.id, step, passed, state, minutes],
    );
    return { pass, challenge };
  }

  async #end(id: string): Promise<boolean> {
    const { rowCount } = await this.#options.owner.query(`delete from kernel.login_step where id = $1`, [id]);
    return rowCount === 1;
  }
}

const over = (): AppError => new AppError(401, 'ERR_LOGIN_STEP_OVER');
