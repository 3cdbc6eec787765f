from url1738 import JoinError, PlanError, UrlError

__all__ = ["JoinError", "PlanError", "UrlError"]
