/** What others call what a page is about: words that people type into the search and the page itself does not say. */
export const WORDS: Readonly<Record<string, string>> = {
  agent:
    'why did the agent do that rollback audit log images image pdf file sub-agents quick start getting started tutorial hello world first agent install npm create project tool function calling define tools memory conversation chatbot assistant telemetry tracing opentelemetry logging observability multi agent subagent delegate nested context window token limit bound explain decision audit trail time travel rewind',
  'guides/what-the-model-sees':
    'prompt template system prompt context window input to the LLM inspect debug prompt print prompt injection format messages sent to model',
  'guides/schema':
    'define state schema zod json schema fields memory shape structure what to remember design bound maximum size limit array record',
  'guides/real-model':
    'use claude use gpt use gemini createModel providerModel choose model provider openai anthropic claude gpt gemini ollama local llm api key environment variable custom model wrap client azure bedrock base url vercel gateway use my own llm switch models',
  comparison:
    'python faster speed latency is it better remember between sessions versus vs alternative alternatives langgraph mem0 letta memgpt zep mastra memory store checkpointer thread compaction summarization rag vector database long-term memory short-term memory why not difference competitor buyer evaluate choose',
  limits:
    'pdf images python parallel calls not supported unsupported when not to use disadvantages drawbacks limitations downside bad fit tradeoff weaknesses cons unsuitable short tasks open conversation',
  'guides/test-your-agent':
    'unit test testing mock model fake llm vitest jest deterministic ci assertions simulate crash kill',
  'guides/regress':
    'regression eval evaluation compare versions prompt change upgrade model before release replay production traffic ab test quality gate',
  'guides/change-state':
    'migrate migration schema change rename field add field version upgrade old sessions backwards compatible evolve',
  'guides/own-loop':
    'runSkill custom loop environment low level core without agent simulation game step by hand',
  'state-core':
    'merge patch json merge patch reducer validation guards protect fields journal event sourcing snapshot undo fork immutable',
  'guides/encoding':
    'structured output json mode strict schema constrained decoding grammar function calling patch format operations',
  'guides/chat':
    'wait for user input for days human in the loop hitl approve approval confirm confirmation permission interrupt pause wait for user deny reject edit tool call before executing terminal streaming events stream tokens ui',
  'guides/web-server':
    'two requests at the same time concurrent requests idempotency key duplicate message http server express fastify hono next.js api route endpoint rest sse server-sent events persist sessions store database postgres sqlite redis thread checkpoint persistence save conversation concurrency two requests at once lock queue background job worker',
  'guides/browser-client':
    'react hook frontend browser client ui useChat stream streaming in the browser reload reconnect resume fetch sse ag-ui copilotkit widget',
  'guides/adopt':
    'existing chats import conversation history migrate from transcript seed existing users adopt legacy backfill load old messages',
  'guides/stop-retry-limits':
    'cancel a running turn cancel request cancel abort stop timeout retry rate limit 429 max steps budget spending cap maximum cost token limit infinite loop runaway kill switch',
  'guides/delete-data':
    'gdpr delete user erase remove forget privacy personal data pii retention export right to be forgotten purge clear session wipe',
  'guides/deploy':
    'deployment production docker container dockerfile kubernetes k8s health check healthcheck readiness liveness graceful shutdown sigterm backup restore scale environment secrets keys aws fly vercel serverless lambda hosting monitoring alerts',
  'guides/outgrow-one-machine':
    'temporal durable execution temporal restate inngest dbos cloudflare durable object scale many machines queue workflow engine',
  'guides/costs':
    'cost price pricing cheaper expensive money tokens prompt caching cache bill budget calculator save money break-even',
  reliability:
    'idempotency key crash recovery durable fault tolerance exactly once at most once guarantee idempotent kill -9 power loss data loss safe simulation jepsen',
  troubleshooting:
    'agent loops forever error errors debug problem does not work fails failed stuck hangs forgets forgot memory lost wrong answer invalid json rejected journal-conflict faq help why is it slow missing key loop repeats itself',
  security:
    'prompt injection attack threat model vulnerability sandbox safe untrusted jailbreak secrets leak',
  releases:
    'version versions stable stability semver breaking changes changelog roadmap upgrade 0.1 production ready beta node version',
  'guides/ai-sdk':
    'vercel ai sdk generateText streamText useChat next.js middleware wrapLanguageModel integrate existing',
  'guides/from-ai-sdk': 'migrate from vercel ai sdk switch move replace ToolLoopAgent useChat',
  'guides/langchain':
    'langgraph createAgent middleware integrate existing graph checkpointer thread_id MemorySaver',
  'guides/from-langchain':
    'migrate from langchain langgraph switch move replace createAgent thread checkpointer interrupt store',
  'guides/mastra': 'mastra memory working memory agent integrate input processor',
  'guides/openai-agents': 'openai agents sdk session handoff runner integrate agents-js',
  'agent-skills': 'skill.md claude skills mcp servers run a skill no code command line cli filesystem',
  'guides/native-tools':
    'parallel tool calls images image pdf vision files multimodal attachments native tool calling system message audio',
  'guides/serve': 'mcp server expose agent claude desktop cursor editor host protocol',
  audit:
    'analyze analyse logs recordings transcripts existing traces which facts are needed propose schema claude code codex sessions langsmith langfuse',
  'guides/coding-agents':
    'claude code codex hooks compaction auto-compact remember coding agent context lost notes',
  claims:
    'paper results reproduce replication evidence does it really work accuracy benchmark results proof critique score',
  benchmarks: 'skillexecbench warehouse experiments tables paper reproduce',
  arena:
    'compaction summarization trim sliding window truncation comparison policies working memory tool clearing',
  models: 'bench model options recording replay cache batch rate limits tokens per minute local gguf llama',
  glossary:
    'session turn terms definitions vocabulary meaning what is a session turn step episode sigma patch observation',
  algorithm: 'algorithm 1 paper loop formula how it works method sigma',
  'create-env': 'create environment package template own benchmark',
  'guides/extend': 'plugin extend custom add provider runtime benchmark merge rule contribute',
  'guides/five-versions':
    'is it faster example comparison same agent frameworks side by side code lines performance',
  playground: 'try online demo playground sandbox without installing browser interactive',
  dependencies: 'bundle size license licenses supply chain sbom dependencies npm audit packages weight kb',
}
