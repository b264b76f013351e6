"""The resources whose methods only send a request. Generated from docs/openapi.json."""

from __future__ import annotations

from typing_extensions import Unpack

from .. import _unions, models
from .._requests import Body, Options, dumped, query_of
from .pages import AsyncCollection
from .resources import AsyncResource, Id, segment


class AsyncAgents(AsyncResource):
    """Published versions of agents."""

    async def publish(self, agent: Body, **options: Unpack[Options]) -> models.PublishedAgent | models.Change:
        return await self.data_or_change(
            models.PublishedAgent, "POST", "/v1/agents", options, json=dumped(agent)
        )

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Agent]:
        return self.collection(
            models.Agent, "/v1/agents", {"key": key, "limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: str, **options: Unpack[Options]) -> models.Agent:
        return await self.data(models.Agent, "GET", f"/v1/agents/{segment(id)}", options)

    async def archive(self, id: str, **options: Unpack[Options]) -> models.Agent | models.Change:
        return await self.data_or_change(models.Agent, "POST", f"/v1/agents/{segment(id)}/archive", options)


class AsyncPatches(AsyncResource):
    """Declarations of what agents can call."""

    async def publish(self, patch: Body, **options: Unpack[Options]) -> models.Patch | models.Change:
        return await self.data_or_change(models.Patch, "POST", "/v1/patches", options, json=dumped(patch))

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Patch]:
        return self.collection(
            models.Patch, "/v1/patches", {"key": key, "limit": limit, "cursor": cursor}, options
        )

    async def get(self, ref: str, **options: Unpack[Options]) -> models.Patch:
        return await self.data(models.Patch, "GET", f"/v1/patches/{segment(ref)}", options)


class AsyncConnections(AsyncResource):
    """Hosts that agents call."""

    async def create(self, definition: Body, **options: Unpack[Options]) -> models.Connection | models.Change:
        return await self.data_or_change(
            models.Connection, "POST", "/v1/connections", options, json=dumped(definition)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.Connection]:
        return self.collection(
            models.Connection, "/v1/connections", {"limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: Id, **options: Unpack[Options]) -> models.Connection:
        return await self.data(models.Connection, "GET", f"/v1/connections/{segment(id)}", options)

    async def update(
        self, id: Id, change: Body, **options: Unpack[Options]
    ) -> models.Connection | models.Change:
        return await self.data_or_change(
            models.Connection, "PATCH", f"/v1/connections/{segment(id)}", options, json=dumped(change)
        )

    async def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted | models.Change:
        return await self.data_or_change(models.Deleted, "DELETE", f"/v1/connections/{segment(id)}", options)

    async def test(self, id: Id, **options: Unpack[Options]) -> models.ConnectionTest:
        return await self.data(models.ConnectionTest, "POST", f"/v1/connections/{segment(id)}/test", options)

    async def tools(self, id: Id, **options: Unpack[Options]) -> models.ListedTools:
        """The tools of an MCP server, with what an import would propose for each. Publishes nothing."""
        return await self.data(models.ListedTools, "GET", f"/v1/connections/{segment(id)}/tools", options)

    async def import_tools(
        self, id: Id, tools: Body | None = None, **options: Unpack[Options]
    ) -> models.ImportedTools:
        """Makes patches of the tools of an MCP server."""
        return await self.data(
            models.ImportedTools,
            "POST",
            f"/v1/connections/{segment(id)}/import-tools",
            options,
            json=dumped(tools) or {},
        )


class AsyncApprovalPolicies(AsyncResource):
    """Policies that allow, deny or hold calls, and name the approvers."""

    async def publish(
        self, policy: Body, **options: Unpack[Options]
    ) -> models.ApprovalPolicy | models.Change:
        return await self.data_or_change(
            models.ApprovalPolicy, "POST", "/v1/approval-policies", options, json=dumped(policy)
        )

    def list(
        self,
        *,
        key: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.ApprovalPolicy]:
        return self.collection(
            models.ApprovalPolicy,
            "/v1/approval-policies",
            {"key": key, "limit": limit, "cursor": cursor},
            options,
        )

    async def get(self, ref: str, **options: Unpack[Options]) -> models.ApprovalPolicy:
        return await self.data(models.ApprovalPolicy, "GET", f"/v1/approval-policies/{segment(ref)}", options)

    async def simulate(
        self, key: str, simulation: Body, **options: Unpack[Options]
    ) -> models.SimulatedPolicy:
        """Simulates a policy on stored calls."""
        return await self.data(
            models.SimulatedPolicy,
            "POST",
            f"/v1/approval-policies/{segment(key)}/simulate",
            options,
            json=dumped(simulation),
        )


class AsyncApproverGroups(AsyncResource):
    """Groups of people who may approve at a stage of a policy."""

    async def put(
        self, key: str, group: Body, **options: Unpack[Options]
    ) -> models.PutApproverGroup | models.Change:
        return await self.data_or_change(
            models.PutApproverGroup, "PUT", f"/v1/approver-groups/{segment(key)}", options, json=dumped(group)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.ApproverGroup]:
        return self.collection(
            models.ApproverGroup, "/v1/approver-groups", {"limit": limit, "cursor": cursor}, options
        )

    async def get(self, key: str, **options: Unpack[Options]) -> models.ApproverGroup:
        return await self.data(models.ApproverGroup, "GET", f"/v1/approver-groups/{segment(key)}", options)

    async def delete(
        self, key: str, **options: Unpack[Options]
    ) -> models.DeletedApproverGroup | models.Change:
        return await self.data_or_change(
            models.DeletedApproverGroup, "DELETE", f"/v1/approver-groups/{segment(key)}", options
        )


class AsyncFreezes(AsyncResource):
    """Freezes: no call that one covers is sent."""

    async def put(self, freeze: Body, **options: Unpack[Options]) -> models.PutFreeze:
        return await self.data(models.PutFreeze, "PUT", "/v1/freeze", options, json=dumped(freeze))

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.Freeze]:
        return self.collection(models.Freeze, "/v1/freeze", {"limit": limit, "cursor": cursor}, options)

    async def lift(
        self, *, scope: str | None = None, id: str | None = None, **options: Unpack[Options]
    ) -> models.LiftedFreeze | models.Change:
        """Lifts a freeze: the approved calls that it held back are sent."""
        return await self.data_or_change(
            models.LiftedFreeze, "DELETE", "/v1/freeze", options, query=query_of({"scope": scope, "id": id})
        )


class AsyncChanges(AsyncResource):
    """Proposed changes of the configuration."""

    def list(
        self,
        *,
        state: str | None = None,
        kind: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Change]:
        return self.collection(
            models.Change,
            "/v1/changes",
            {"state": state, "kind": kind, "limit": limit, "cursor": cursor},
            options,
        )

    async def get(self, id: Id, **options: Unpack[Options]) -> models.Change:
        return await self.data(models.Change, "GET", f"/v1/changes/{segment(id)}", options)

    async def approve(self, id: Id, **options: Unpack[Options]) -> models.Change:
        return await self.data(models.Change, "POST", f"/v1/changes/{segment(id)}/approve", options)

    async def reject(
        self, id: Id, rejection: Body | None = None, **options: Unpack[Options]
    ) -> models.Change:
        return await self.data(
            models.Change, "POST", f"/v1/changes/{segment(id)}/reject", options, json=dumped(rejection) or {}
        )


class AsyncPasskeys(AsyncResource):
    """Keys of people, with which they sign their decisions (WebAuthn)."""

    async def options(self, **options: Unpack[Options]) -> models.PasskeyCreationOptions:
        """Options for ``navigator.credentials.create()``."""
        return await self.data(models.PasskeyCreationOptions, "POST", "/v1/passkeys/options", options)

    async def enrol(self, passkey: Body, **options: Unpack[Options]) -> models.Passkey | models.Change:
        return await self.data_or_change(
            models.Passkey, "POST", "/v1/passkeys", options, json=dumped(passkey)
        )

    def list(
        self,
        *,
        of_actor: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Passkey]:
        return self.collection(
            models.Passkey, "/v1/passkeys", {"actor": of_actor, "limit": limit, "cursor": cursor}, options
        )

    async def revoke(self, id: Id, **options: Unpack[Options]) -> models.RevokedPasskey:
        """Revokes a passkey. Decisions that it has signed stay valid."""
        return await self.data(models.RevokedPasskey, "DELETE", f"/v1/passkeys/{segment(id)}", options)

    async def challenge(self, decision: Body, **options: Unpack[Options]) -> models.ApprovalChallenge:
        """The challenge that a passkey of the actor signs for a decision, for ``navigator.credentials.get()``."""
        return await self.data(
            models.ApprovalChallenge, "POST", "/v1/loom/approvals/challenge", options, json=dumped(decision)
        )


class AsyncSettings(AsyncResource):
    """Settings of changes that need two people, of passkeys, and of the sign-in to the console."""

    async def four_eyes(self, **options: Unpack[Options]) -> models.FourEyes:
        return await self.data(models.FourEyes, "GET", "/v1/settings/four-eyes", options)

    async def put_four_eyes(
        self, settings: Body, **options: Unpack[Options]
    ) -> models.FourEyes | models.Change:
        return await self.data_or_change(
            models.FourEyes, "PUT", "/v1/settings/four-eyes", options, json=dumped(settings)
        )

    async def passkeys(self, **options: Unpack[Options]) -> models.PasskeySettings:
        return await self.data(models.PasskeySettings, "GET", "/v1/settings/passkeys", options)

    async def put_passkeys(
        self, settings: Body, **options: Unpack[Options]
    ) -> models.PasskeySettings | models.Change:
        return await self.data_or_change(
            models.PasskeySettings, "PUT", "/v1/settings/passkeys", options, json=dumped(settings)
        )

    async def console_sign_in(self, **options: Unpack[Options]) -> models.ConsoleSignIn:
        return await self.data(models.ConsoleSignIn, "GET", "/v1/console/sign-in", options)

    async def put_console_sign_in(
        self, sign_in: Body, **options: Unpack[Options]
    ) -> models.ConsoleSignIn | models.Change:
        return await self.data_or_change(
            models.ConsoleSignIn, "PUT", "/v1/console/sign-in", options, json=dumped(sign_in)
        )

    async def remove_console_sign_in(
        self, **options: Unpack[Options]
    ) -> models.RemovedConsoleSignIn | models.Change:
        """Ends the sessions that began with it; afterwards API keys and links have all rights again."""
        return await self.data_or_change(
            models.RemovedConsoleSignIn, "DELETE", "/v1/console/sign-in", options
        )


class AsyncApiKeys(AsyncResource):
    """Credentials of the workspace."""

    async def create(
        self, key: Body | None = None, **options: Unpack[Options]
    ) -> models.CreatedApiKey | models.Change:
        return await self.data_or_change(
            models.CreatedApiKey, "POST", "/v1/api-keys", options, json=dumped(key) or {}
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.ApiKey]:
        return self.collection(models.ApiKey, "/v1/api-keys", {"limit": limit, "cursor": cursor}, options)

    async def get(self, id: Id, **options: Unpack[Options]) -> models.ApiKey:
        return await self.data(models.ApiKey, "GET", f"/v1/api-keys/{segment(id)}", options)

    async def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted | models.Change:
        return await self.data_or_change(models.Deleted, "DELETE", f"/v1/api-keys/{segment(id)}", options)


class AsyncSigningKeys(AsyncResource):
    """Keys with which your backend signs session tokens."""

    async def create(self, key: Body, **options: Unpack[Options]) -> models.CreatedSigningKey | models.Change:
        return await self.data_or_change(
            models.CreatedSigningKey, "POST", "/v1/signing-keys", options, json=dumped(key)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.SigningKey]:
        return self.collection(
            models.SigningKey, "/v1/signing-keys", {"limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: str, **options: Unpack[Options]) -> models.SigningKey:
        return await self.data(models.SigningKey, "GET", f"/v1/signing-keys/{segment(id)}", options)

    async def delete(self, id: str, **options: Unpack[Options]) -> models.DeletedSigningKey | models.Change:
        return await self.data_or_change(
            models.DeletedSigningKey, "DELETE", f"/v1/signing-keys/{segment(id)}", options
        )


class AsyncSubjects(AsyncResource):
    """The people whom threads belong to."""

    async def erase(self, subject_ref: str, **options: Unpack[Options]) -> models.Erasure:
        """Erases all data of a subject, which ``erasure`` follows."""
        return await self.data(models.Erasure, "DELETE", f"/v1/subjects/{segment(subject_ref)}", options)

    async def erasure(self, id: Id, **options: Unpack[Options]) -> models.Erasure:
        return await self.data(models.Erasure, "GET", f"/v1/erasures/{segment(id)}", options)


class AsyncEvents(AsyncResource):
    """The log of events. ``threads.events`` follows them as they happen."""

    def list(
        self,
        *,
        run_id: Id | None = None,
        thread_id: Id | None = None,
        type: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Event]:
        return self.collection(
            _unions.EVENT,
            "/v1/events",
            {"run_id": run_id, "thread_id": thread_id, "type": type, "limit": limit, "cursor": cursor},
            options,
        )

    async def get(self, id: str, **options: Unpack[Options]) -> models.Event:
        return await self.data(_unions.EVENT, "GET", f"/v1/events/{segment(id)}", options)


class AsyncWebhookEndpoints(AsyncResource):
    """Your URLs to which events are delivered. ``verify_webhook`` verifies them there."""

    async def create(
        self, endpoint: Body, **options: Unpack[Options]
    ) -> models.WebhookEndpointWithSecret | models.Change:
        return await self.data_or_change(
            models.WebhookEndpointWithSecret, "POST", "/v1/webhook-endpoints", options, json=dumped(endpoint)
        )

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.WebhookEndpoint]:
        return self.collection(
            models.WebhookEndpoint, "/v1/webhook-endpoints", {"limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: Id, **options: Unpack[Options]) -> models.WebhookEndpoint:
        return await self.data(models.WebhookEndpoint, "GET", f"/v1/webhook-endpoints/{segment(id)}", options)

    async def update(
        self, id: Id, change: Body, **options: Unpack[Options]
    ) -> models.WebhookEndpoint | models.Change:
        return await self.data_or_change(
            models.WebhookEndpoint,
            "PATCH",
            f"/v1/webhook-endpoints/{segment(id)}",
            options,
            json=dumped(change),
        )

    async def delete(self, id: Id, **options: Unpack[Options]) -> models.Deleted | models.Change:
        return await self.data_or_change(
            models.Deleted, "DELETE", f"/v1/webhook-endpoints/{segment(id)}", options
        )

    async def rotate_secret(
        self, id: Id, **options: Unpack[Options]
    ) -> models.WebhookEndpointWithSecret | models.Change:
        """Gives the endpoint a new secret. The old one also signs for 24 hours."""
        return await self.data_or_change(
            models.WebhookEndpointWithSecret,
            "POST",
            f"/v1/webhook-endpoints/{segment(id)}/rotate-secret",
            options,
        )

    async def test(self, id: Id, **options: Unpack[Options]) -> models.WebhookAttempt:
        return await self.data(
            models.WebhookAttempt, "POST", f"/v1/webhook-endpoints/{segment(id)}/test", options
        )

    def deliveries(
        self, id: Id, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.WebhookAttempt]:
        return self.collection(
            models.WebhookAttempt,
            f"/v1/webhook-endpoints/{segment(id)}/deliveries",
            {"limit": limit, "cursor": cursor},
            options,
        )

    async def delivery(self, id: Id, delivery_id: Id, **options: Unpack[Options]) -> models.WebhookDelivery:
        """An attempt, with what was sent and what was answered."""
        return await self.data(
            models.WebhookDelivery,
            "GET",
            f"/v1/webhook-endpoints/{segment(id)}/deliveries/{segment(delivery_id)}",
            options,
        )

    async def redeliver(self, id: Id, event_id: str, **options: Unpack[Options]) -> models.Redelivery:
        return await self.data(
            models.Redelivery,
            "POST",
            f"/v1/webhook-endpoints/{segment(id)}/redeliver",
            options,
            json={"event_id": event_id},
        )


class AsyncPayees(AsyncResource):
    """The accounts that payments named, and what was paid to them."""

    async def create(self, payee: Body, **options: Unpack[Options]) -> models.Payee | models.Change:
        return await self.data_or_change(models.Payee, "POST", "/v1/payees", options, json=dumped(payee))

    def list(
        self,
        *,
        status: str | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Payee]:
        return self.collection(
            models.Payee, "/v1/payees", {"status": status, "q": q, "limit": limit, "cursor": cursor}, options
        )

    async def get(self, id: Id, **options: Unpack[Options]) -> models.Payee:
        return await self.data(models.Payee, "GET", f"/v1/payees/{segment(id)}", options)

    async def update(self, id: Id, change: Body, **options: Unpack[Options]) -> models.Payee | models.Change:
        return await self.data_or_change(
            models.Payee, "PATCH", f"/v1/payees/{segment(id)}", options, json=dumped(change)
        )

    async def delete(self, id: Id, **options: Unpack[Options]) -> models.DeletedPayee | models.Change:
        return await self.data_or_change(models.DeletedPayee, "DELETE", f"/v1/payees/{segment(id)}", options)

    def payments(
        self, id: Id, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.SentPayment]:
        return self.collection(
            models.SentPayment,
            f"/v1/payees/{segment(id)}/payments",
            {"limit": limit, "cursor": cursor},
            options,
        )


class AsyncPayments(AsyncResource):
    """Payments that were sent."""

    def list(
        self,
        *,
        payee: Id | None = None,
        min_amount: str | None = None,
        max_amount: str | None = None,
        currency: str | None = None,
        state: str | None = None,
        subject_ref: str | None = None,
        from_: str | None = None,
        to: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.SentPayment]:
        return self.collection(
            models.SentPayment,
            "/v1/payments",
            {
                "payee": payee,
                "min_amount": min_amount,
                "max_amount": max_amount,
                "currency": currency,
                "state": state,
                "subject": subject_ref,
                "from": from_,
                "to": to,
                "limit": limit,
                "cursor": cursor,
            },
            options,
        )

    async def report_settlement(
        self, tool_call_id: Id, report: Body, **options: Unpack[Options]
    ) -> models.PaymentSettlement:
        return await self.data(
            models.PaymentSettlement,
            "POST",
            f"/v1/payments/{segment(tool_call_id)}/settlement",
            options,
            json=dumped(report),
        )


class AsyncAccount(AsyncResource):
    """Usage and costs."""

    async def balance(self, **options: Unpack[Options]) -> models.Balance:
        return await self.data(models.Balance, "GET", "/v1/credits", options)

    def ledger(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.LedgerEntry]:
        return self.collection(
            models.LedgerEntry, "/v1/credits/ledger", {"limit": limit, "cursor": cursor}, options
        )

    async def usage(
        self, *, from_: str | None = None, to: str | None = None, **options: Unpack[Options]
    ) -> models.Usage:
        return await self.data(
            models.Usage, "GET", "/v1/usage", options, query=query_of({"from": from_, "to": to})
        )

    def requests(
        self,
        *,
        run_id: Id | None = None,
        product: str | None = None,
        status: int | None = None,
        console_reads: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Request]:
        return self.collection(
            models.Request,
            "/v1/requests",
            {
                "run_id": run_id,
                "product": product,
                "status": status,
                "console_reads": console_reads,
                "limit": limit,
                "cursor": cursor,
            },
            options,
        )

    async def request(self, id: Id, **options: Unpack[Options]) -> models.Request:
        return await self.data(models.Request, "GET", f"/v1/requests/{segment(id)}", options)

    def budgets(
        self, *, limit: int | None = None, cursor: str | None = None, **options: Unpack[Options]
    ) -> AsyncCollection[models.Budget]:
        return self.collection(models.Budget, "/v1/budgets", {"limit": limit, "cursor": cursor}, options)

    async def put_budget(self, budget: Body, **options: Unpack[Options]) -> models.Budget:
        return await self.data(models.Budget, "PUT", "/v1/budgets", options, json=dumped(budget))

    async def delete_budget(self, id: Id, **options: Unpack[Options]) -> models.DeletedBudget:
        return await self.data(models.DeletedBudget, "DELETE", f"/v1/budgets/{segment(id)}", options)

    def audit(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        type: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.AuditEntry]:
        return self.collection(
            models.AuditEntry,
            "/v1/audit",
            {"from": from_, "to": to, "type": type, "limit": limit, "cursor": cursor},
            options,
        )

    async def audit_head(self, **options: Unpack[Options]) -> models.SignedStatement:
        return await self.data(models.SignedStatement, "GET", "/v1/audit/head", options)

    async def run_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        agent_id: str | None = None,
        **options: Unpack[Options],
    ) -> models.RunStats:
        return await self.data(
            models.RunStats,
            "GET",
            "/v1/loom/stats",
            options,
            query=query_of({"from": from_, "to": to, "interval": interval, "agent_id": agent_id}),
        )

    async def costs(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        by: str | None = None,
        **options: Unpack[Options],
    ) -> models.Costs:
        """The costs of runs in a period, by agent, model or subject, and over time."""
        return await self.data(
            models.Costs,
            "GET",
            "/v1/loom/stats/costs",
            options,
            query=query_of({"from": from_, "to": to, "interval": interval, "by": by}),
        )

    async def webhook_stats(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        interval: str | None = None,
        **options: Unpack[Options],
    ) -> models.WebhookStats:
        return await self.data(
            models.WebhookStats,
            "GET",
            "/v1/stats/webhooks",
            options,
            query=query_of({"from": from_, "to": to, "interval": interval}),
        )


class AsyncMcp(AsyncResource):
    """The standing authorizations of MCP clients, and where their users sign in."""

    def grants(
        self,
        *,
        subject_ref: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.McpGrant]:
        return self.collection(
            models.McpGrant,
            "/v1/mcp/grants",
            {"subject": subject_ref, "limit": limit, "cursor": cursor},
            options,
        )

    async def revoke_grant(self, id: Id, **options: Unpack[Options]) -> models.RevokedMcpGrant:
        return await self.data(models.RevokedMcpGrant, "DELETE", f"/v1/mcp/grants/{segment(id)}", options)

    async def settings(self, **options: Unpack[Options]) -> models.McpSettings:
        return await self.data(models.McpSettings, "GET", "/v1/mcp/settings", options)

    async def put_settings(
        self, settings: Body, **options: Unpack[Options]
    ) -> models.McpSettings | models.Change:
        return await self.data_or_change(
            models.McpSettings, "PUT", "/v1/mcp/settings", options, json=dumped(settings)
        )


class AsyncIdentify(AsyncResource):
    """The bank behind an account reference."""

    async def look_up(self, reference: Body, **options: Unpack[Options]) -> models.IdentifyResult:
        return await self.data(models.IdentifyResult, "POST", "/v1/identify", options, json=dumped(reference))

    def banks(
        self,
        *,
        country: str | None = None,
        rail: str | None = None,
        q: str | None = None,
        id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[Options],
    ) -> AsyncCollection[models.Bank]:
        return self.collection(
            models.Bank,
            "/v1/identify/banks",
            {"country": country, "rail": rail, "q": q, "id": id, "limit": limit, "cursor": cursor},
            options,
        )

    async def stats(
        self, *, from_: str | None = None, to: str | None = None, **options: Unpack[Options]
    ) -> models.IdentifyStats:
        return await self.data(
            models.IdentifyStats,
            "GET",
            "/v1/identify/stats",
            options,
            query=query_of({"from": from_, "to": to}),
        )


class AsyncRealtime(AsyncResource):
    """Subscriptions at the realtime provider."""

    async def config(self, **options: Unpack[Options]) -> models.RealtimeConfig:
        return await self.data(models.RealtimeConfig, "GET", "/v1/loom/realtime/config", options)

    async def authorize(self, channel: Body, **options: Unpack[Options]) -> models.ChannelAuthorization:
        return await self.data(
            models.ChannelAuthorization, "POST", "/v1/loom/realtime/auth", options, json=dumped(channel)
        )
