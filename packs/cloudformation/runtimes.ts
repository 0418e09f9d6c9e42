/** The environment of every function, and the names it is invoked by. */
import { type BehavioralSummary, type ConfigVariable, type DeployableUnit, runtimeConfigBinding, unitInvocationBinding } from '@suss/core/ir'
import { declared, type Declaring, recognition } from './declarations.js'
import { codeScope, type LambdaFunction, type Sources } from './functions.js'
import { bareName, namesOf } from './texts.js'

/** What Lambda sets itself, and the SAM command line where it runs a function. */
const platform = [
  'AWS_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_DEFAULT_REGION',
  'AWS_EXECUTION_ENV',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'AWS_LAMBDA_INITIALIZATION_TYPE',
  'AWS_LAMBDA_LOG_GROUP_NAME',
  'AWS_LAMBDA_LOG_STREAM_NAME',
  'AWS_LAMBDA_MAX_CONCURRENCY',
  'AWS_LAMBDA_RUNTIME_API',
  'AWS_REGION',
  'AWS_SAM_LOCAL',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_XRAY_CONTEXT_MISSING',
  'AWS_XRAY_DAEMON_ADDRESS',
  'LAMBDA_RUNTIME_DIR',
  'LAMBDA_TASK_ROOT',
  'LANG',
  'LD_LIBRARY_PATH',
  'NODE_PATH',
  'PATH',
  'TZ',
  '_AWS_XRAY_DAEMON_ADDRESS',
  '_AWS_XRAY_DAEMON_PORT',
  '_HANDLER',
  '_X_AMZN_TRACE_ID',
]

/** What the SDK and the extensions of Lambda read by themselves. */
const readUnseen = [
  'AWS_*',
  'LANG',
  'LD_LIBRARY_PATH',
  'OPENSSL_CONF',
  'OPENTELEMETRY_*',
  'OTEL_*',
  'PARAMETERS_SECRETS_EXTENSION_*',
  'PATH',
  'SECRETS_MANAGER_*',
  'SSM_PARAMETER_STORE_*',
]

/** No secret of a template goes into a file that is written beside a bundle. */
const isSecret = (name: string): boolean => /SECRET|PASSWORD|PASSWD|TOKEN|CREDENTIAL|PRIVATE|API_?KEY/i.test(name)

const unitOf = ({ instanceName }: LambdaFunction): DeployableUnit => ({ deploymentTarget: 'lambda', instanceName })

/** A function of another language, or whose code is not known, has nothing to compare its environment with. */
export function runtimesOf(functions: readonly LambdaFunction[], sources: Sources, at: Declaring): BehavioralSummary[] {
  return functions.flatMap(fn => [...(fn.runtime === 'other' ? [] : [runtimeOf(fn, sources, at)]), ...invocationsOf(fn, at)])
}

function runtimeOf(fn: LambdaFunction, sources: Sources, at: Declaring): BehavioralSummary {
  const { resource, variables, complete } = fn
  const scope = codeScope(fn, sources)
  const names = [...variables.keys()].sort()
  return declared(
    {
      resource,
      binding: runtimeConfigBinding(unitOf(fn), { recognition }),
      partial: !complete,
      metadata: {
        config: {
          variables: Object.fromEntries(names.map(name => [name, variableOf(fn, name)])),
          platform,
          ...(scope ? { codeScope: [scope.folder], entries: [scope.entry] } : {}),
          libraries: fn.hasUnreadLayer ? ['*'] : readUnseen,
          complete,
        },
      },
      places: Object.fromEntries(
        names.flatMap(name => {
          const variable = variables.get(name)
          return variable ? [[`/metadata/config/variables/${name}`, variable.entry.key]] : []
        }),
      ),
    },
    at,
  )
}

function variableOf({ variables }: LambdaFunction, name: string): ConfigVariable {
  const { declaredAt, value } = variables.get(name) ?? { declaredAt: 'unit' as const, value: null }
  return { declaredAt, ...(value === null || isSecret(name) ? {} : { value }) }
}

/** By its own name, where it states one, and by its logical id, which stands for the name a deployment gives. */
function invocationsOf(fn: LambdaFunction, at: Declaring): BehavioralSummary[] {
  const stated = namesOf(fn.resource)?.map(bareName) ?? []
  return [...new Set([fn.instanceName, ...stated])].map(instanceName =>
    declared(
      {
        resource: fn.resource,
        binding: unitInvocationBinding({ deploymentTarget: 'lambda', instanceName }, { recognition }),
      },
      at,
    ),
  )
}
