/** Names the pack states. */
import type { PackDeclarations } from '@suss/core/pack'

export const declarations: PackDeclarations = [
  {
    module: 'aws-lambda',
    exports: [
      'APIGatewayProxyHandler',
      'APIGatewayProxyHandlerV2',
      'SQSHandler',
      'SNSHandler',
      'KinesisStreamHandler',
      'S3Handler',
      'EventBridgeHandler',
      'ScheduledHandler',
      'LambdaFunctionURLHandler',
    ],
    members: { APIGatewayProxyResult: ['statusCode', 'body'] },
  },
  { module: '@middy/core', exports: ['default'], members: { MiddyfiedHandler: ['use', 'before', 'after', 'onError', 'handler'] } },
  { module: '@sentry/aws-serverless', text: ['wrapHandler'] },
  { module: '@aws-lambda-powertools', text: ['POWERTOOLS_', 'LOG_LEVEL'] },
  { module: '@aws-sdk/client-lambda', exports: ['InvokeCommand'], keys: { InvokeCommandInput: ['FunctionName'] } },
]
